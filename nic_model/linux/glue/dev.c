// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The device model as far as network devices and PCI functions need it: names, references,
 * attributes.
 *
 * Called by: net/core/net-sysfs.c, pci.c, drivers
 * Models: life times through kobjects; attributes are reached by nic_sysfs() without a file system
 * Leaves out: buses, matching (pci.c does it), uevents, power management, device links
 */
#include <linux/device.h>
#include <linux/kobject.h>
#include <linux/netdevice.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "glue.h"

static void nic_device_release(struct kobject *kobj)
{
	struct device *dev = kobj_to_dev(kobj);

	if (dev->release)
		dev->release(dev);
	else if (dev->class && dev->class->dev_release)
		dev->class->dev_release(dev);
}

static struct kobj_type nic_device_type = {.release = nic_device_release};

void device_initialize(struct device *dev)
{
	kobject_init(&dev->kobj, &nic_device_type);
	INIT_LIST_HEAD(&dev->dma_pools);
	mutex_init(&dev->mutex);
	spin_lock_init(&dev->devres_lock);
	INIT_LIST_HEAD(&dev->devres_head);
	INIT_LIST_HEAD(&dev->links.consumers);
	INIT_LIST_HEAD(&dev->links.suppliers);
	set_dev_node(dev, NUMA_NO_NODE);
}

int dev_set_name(struct device *dev, const char *fmt, ...)
{
	va_list args;
	int err;

	va_start(args, fmt);
	err = kobject_set_name_vargs(&dev->kobj, fmt, args);
	va_end(args);
	return err;
}

int device_add(struct device *dev)
{
	get_device(dev);
	return 0;
}

void device_del(struct device *dev)
{
	put_device(dev);
}

struct device *get_device(struct device *dev)
{
	if (dev)
		kobject_get(&dev->kobj);
	return dev;
}

void put_device(struct device *dev)
{
	if (dev)
		kobject_put(&dev->kobj);
}

int device_rename(struct device *dev, const char *name)
{
	return kobject_set_name(&dev->kobj, "%s", name);
}

const char *dev_driver_string(const struct device *dev)
{
	return dev->driver ? dev->driver->name : "";
}

static void dev_message(const char *level, const struct device *dev, struct va_format *vaf)
{
	printk("%s%s: %pV", level, dev_name(dev), vaf);
}

#define NIC_DEV_PRINT(name, level)                                                                 \
	void name(const struct device *dev, const char *fmt, ...)                                  \
	{                                                                                          \
		struct va_format vaf = {.fmt = fmt};                                               \
		va_list args;                                                                      \
                                                                                                   \
		va_start(args, fmt);                                                               \
		vaf.va = &args;                                                                    \
		dev_message(level, dev, &vaf);                                                     \
		va_end(args);                                                                      \
	}
NIC_DEV_PRINT(_dev_emerg, KERN_EMERG)
NIC_DEV_PRINT(_dev_err, KERN_ERR)
NIC_DEV_PRINT(_dev_warn, KERN_WARNING)
NIC_DEV_PRINT(_dev_notice, KERN_NOTICE)
NIC_DEV_PRINT(_dev_info, KERN_INFO)

int dev_printk_emit(int level, const struct device *dev, const char *fmt, ...)
{
	struct va_format vaf = {.fmt = fmt};
	char prefix[3] = {KERN_SOH_ASCII, '0' + level, 0};
	va_list args;

	va_start(args, fmt);
	vaf.va = &args;
	dev_message(prefix, dev, &vaf);
	va_end(args);
	return 0;
}

/* sysfs: nothing is shown, so nothing needs to be made. */
int sysfs_create_dir_ns(struct kobject *kobj, const void *ns)
{
	return 0;
}
void sysfs_remove_dir(struct kobject *kobj)
{
}
int sysfs_rename_dir_ns(struct kobject *kobj, const char *name, const void *ns)
{
	return 0;
}
int sysfs_move_dir_ns(struct kobject *kobj, struct kobject *parent, const void *ns)
{
	return 0;
}
int sysfs_create_file_ns(struct kobject *kobj, const struct attribute *attr, const void *ns)
{
	return 0;
}
int sysfs_create_group(struct kobject *kobj, const struct attribute_group *grp)
{
	return 0;
}
int sysfs_create_groups(struct kobject *kobj, const struct attribute_group **groups)
{
	return 0;
}
void sysfs_remove_group(struct kobject *kobj, const struct attribute_group *grp)
{
}
void sysfs_remove_groups(struct kobject *kobj, const struct attribute_group **groups)
{
}
int sysfs_create_link(struct kobject *kobj, struct kobject *target, const char *name)
{
	return 0;
}
void sysfs_remove_link(struct kobject *kobj, const char *name)
{
}
int kobject_uevent(struct kobject *kobj, enum kobject_action action)
{
	return 0;
}
int kobject_uevent_env(struct kobject *kobj, enum kobject_action action, char *envp[])
{
	return 0;
}
int add_uevent_var(struct kobj_uevent_env *env, const char *format, ...)
{
	return 0;
}

int sysfs_emit(char *buf, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vscnprintf(buf, PAGE_SIZE, fmt, args);
	va_end(args);
	return n;
}

int sysfs_emit_at(char *buf, int at, const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vscnprintf(buf + at, PAGE_SIZE - at, fmt, args);
	va_end(args);
	return n;
}

int __class_register(struct class *cls, struct lock_class_key *key)
{
	return 0;
}
int class_create_file_ns(struct class *cls, const struct class_attribute *attr, const void *ns)
{
	return 0;
}
struct kobject *kernel_kobj;
