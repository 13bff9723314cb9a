// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * /proc without a file system: entries are kept as they register, and shown through the kernel's
 * seq_file.
 *
 * Called by: net/core/net-procfs.c, net/ipv4/proc.c and the like; user.c for reading counters
 * Leaves out: directories, permissions, writing, namespaces other than the first
 */
#include <linux/bottom_half.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/proc_fs.h>
#include <linux/proc_ns.h>
#include <linux/seq_file.h>
#include <linux/seq_file_net.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <net/net_namespace.h>

#include "glue.h"
#include "fs/proc/internal.h" /* struct proc_dir_entry is private there */

struct nic_entry {
	struct nic_entry *next;
	const char *name;
	bool net;
	const struct seq_operations *ops;
	int (*show)(struct seq_file *m, void *v);
	unsigned int size;
	void *data;
};
static struct nic_entry *entries;
static struct proc_dir_entry nic_dir;

static struct proc_dir_entry *nic_proc_add(const char *name, struct proc_dir_entry *parent,
					   struct nic_entry e)
{
	struct nic_entry *n = kmalloc(sizeof(*n), GFP_KERNEL);

	*n = e;
	n->name = kstrdup(name, GFP_KERNEL);
	n->next = entries;
	entries = n;
	return &nic_dir;
}

struct proc_dir_entry *proc_create_net_data(const char *name, umode_t mode,
					    struct proc_dir_entry *parent,
					    const struct seq_operations *ops, unsigned int size,
					    void *data)
{
	return nic_proc_add(
		name, parent,
		(struct nic_entry){.net = true, .ops = ops, .size = size, .data = data});
}

struct proc_dir_entry *proc_create_net_single(const char *name, umode_t mode,
					      struct proc_dir_entry *parent,
					      int (*show)(struct seq_file *, void *), void *data)
{
	return nic_proc_add(name, parent,
			    (struct nic_entry){.net = true, .show = show, .data = data});
}

struct proc_dir_entry *proc_create_seq_private(const char *name, umode_t mode,
					       struct proc_dir_entry *parent,
					       const struct seq_operations *ops, unsigned int size,
					       void *data)
{
	return nic_proc_add(name, parent,
			    (struct nic_entry){.ops = ops, .size = size, .data = data});
}

struct proc_dir_entry *proc_create_single_data(const char *name, umode_t mode,
					       struct proc_dir_entry *parent,
					       int (*show)(struct seq_file *, void *), void *data)
{
	return nic_proc_add(name, parent, (struct nic_entry){.show = show, .data = data});
}

struct proc_dir_entry *_proc_mkdir(const char *name, umode_t mode, struct proc_dir_entry *parent,
				   void *data, bool force)
{
	return &nic_dir;
}

int proc_alloc_inum(unsigned int *inum)
{
	static unsigned int next = 0xF0000000u;

	*inum = next++;
	return 0;
}

static void nic_show(struct seq_file *m, const struct nic_entry *e)
{
	loff_t pos = 0;
	void *v;

	if (e->show) {
		e->show(m, NULL);
		return;
	}
	v = e->ops->start(m, &pos);
	while (v && !IS_ERR(v)) {
		e->ops->show(m, v);
		v = e->ops->next(m, v, &pos);
	}
	e->ops->stop(m, v);
}

/* What a reader has open. */
struct nic_open {
	struct proc_inode inode;
	struct file file;
	char private[512] __aligned(8);
};

/* "net/snmp" or "snmp"; returns the length of the text, cut at size - 1, or -ENOENT. */
static long nic_proc_text(struct nic_open *o, const char *path, char *out, unsigned long size)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	struct seq_file m = {.buf = out, .size = size, .op = NULL, .file = &o->file};
	struct seq_net_private *priv = (struct seq_net_private *)o->private;
	struct nic_entry *e;

	for (e = entries; e && strcmp(e->name, name); e = e->next)
		;
	if (!e || e->size > sizeof(o->private))
		return -ENOENT;
	memset(o, 0, sizeof(*o));
	mutex_init(&m.lock);
	o->inode.pde = &nic_dir;
	nic_dir.data = e->data;
	o->file.f_inode = &o->inode.vfs_inode;
	if (e->net && e->ops) {
		priv->net = &init_net;
		m.private = priv;
	} else if (e->net) {
		m.private = &init_net; /* single_open_net() */
	} else {
		m.private = e->size ? (void *)priv : e->data;
	}
	nic_show(&m, e);
	if (seq_has_overflowed(&m))
		return -EFBIG;
	out[m.count] = 0;
	return m.count;
}

long nic_proc_read(const char *path, char *out, unsigned long size)
{
	struct nic_open *o = kmalloc(sizeof(*o), GFP_KERNEL);
	long n = o ? nic_proc_text(o, path, out, size) : -ENOMEM;

	kfree(o);
	return n;
}

DECLARE_PER_CPU(unsigned long, nic_irq_flags);

/* From outside all tasks, while CPUs stand still: nothing in here may switch tasks, take
 * interrupts, run softirqs or take a lock that a CPU may hold. */
long nic_proc_read_outside(const char *path, char *out, unsigned long size)
{
	static struct nic_open open; /* no allocation: its locks may be held */
	unsigned long flags = this_cpu_read(nic_irq_flags);
	int count = raw_cpu_read_4(__preempt_count);
	long n;

	this_cpu_write(nic_irq_flags, 0);
	/* The CPU may stand in an interrupt handler: what is called here must not think that it is
	 * one. */
	raw_cpu_write_4(__preempt_count,
			(count & PREEMPT_NEED_RESCHED) | SOFTIRQ_DISABLE_OFFSET | PREEMPT_OFFSET);
	n = nic_proc_text(&open, path, out, size);
	raw_cpu_write_4(__preempt_count, count);
	this_cpu_write(nic_irq_flags, flags);
	return n;
}
