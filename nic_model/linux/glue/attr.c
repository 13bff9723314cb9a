// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Attributes of network devices without sysfs: a value goes to the attribute's own store function.
 *
 * Called by: user.c. Calls: net/core/net-sysfs.c through the groups of its classes
 * Leaves out: reading, permissions
 */
#include <linux/device.h>
#include <linux/kobject.h>
#include <linux/netdevice.h>
#include <net/net_namespace.h>

#include "glue.h"

static struct attribute *nic_queue_attribute(const struct kobj_type *type, const char *name)
{
	const struct attribute_group **g;
	struct attribute **a;

	for (g = type->default_groups; g && *g; g++)
		for (a = (*g)->attrs; *a; a++)
			if (!strcmp((*a)->name, name))
				return *a;
	return NULL;
}

/* /sys/class/net/IF/queues/QUEUE/ATTRIBUTE */
int nic_attr_queue_write(const char *ifname, const char *queue, const char *attribute,
			 const char *value)
{
	struct net_device *dev = dev_get_by_name(&init_net, ifname);
	struct attribute *a = NULL;
	struct kobject *kobj = NULL;
	int err = -ENODEV;

	if (dev && dev->queues_kset)
		kobj = kset_find_obj(dev->queues_kset, queue);
	if (kobj) {
		a = nic_queue_attribute(kobj->ktype, attribute);
		err = a && kobj->ktype->sysfs_ops->store
			      ? kobj->ktype->sysfs_ops->store(kobj, a, value, strlen(value))
			      : -ENOENT;
		kobject_put(kobj);
	}
	dev_put(dev);
	return err > 0 ? 0 : err;
}

/* /sys/class/net/IF/ATTRIBUTE */
int nic_attr_dev_write(const char *ifname, const char *attribute, const char *value)
{
	struct net_device *dev = dev_get_by_name(&init_net, ifname);
	const struct attribute_group *const *g;
	struct attribute **a;
	int err = dev ? -ENOENT : -ENODEV;

	for (g = dev ? dev->dev.class->dev_groups : NULL; g && *g; g++) {
		for (a = (*g)->attrs; *a; a++) {
			struct device_attribute *d =
				container_of(*a, struct device_attribute, attr);

			if (!strcmp((*a)->name, attribute) && d->store)
				err = d->store(&dev->dev, d, value, strlen(value));
		}
	}
	dev_put(dev);
	return err > 0 ? 0 : err;
}
