// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * sysctl without /proc/sys: tables are kept as they register; a setting goes through the kernel's
 * own handler.
 *
 * Called by: kernel/sysctl.c, net/sysctl_net.c's users; user.c for settings of the scenario
 * Leaves out: permissions, network namespaces other than the first
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/sysctl.h>
#include <net/net_namespace.h>

#include "glue.h"

#define MAX_TABLES 256

static struct nic_sysctl_dir {
	const char *path; /* "net/core" */
	struct ctl_table *table;
} dirs[MAX_TABLES];
static unsigned int nr_dirs;

static struct ctl_table_header *nic_sysctl_add(const char *path, struct ctl_table *table)
{
	struct ctl_table_header *h = kzalloc(sizeof(*h), GFP_KERNEL);

	if (nr_dirs < MAX_TABLES)
		dirs[nr_dirs++] = (struct nic_sysctl_dir){kstrdup(path, GFP_KERNEL), table};
	h->ctl_table = table;
	h->ctl_table_arg = table;
	return h;
}

struct ctl_table_header *register_sysctl(const char *path, struct ctl_table *table)
{
	return nic_sysctl_add(path, table);
}

struct ctl_table_header *register_net_sysctl(struct net *net, const char *path,
					     struct ctl_table *table)
{
	return nic_sysctl_add(path, table);
}

struct ctl_table_header *__register_sysctl_table(struct ctl_table_set *set, const char *path,
						 struct ctl_table *table)
{
	return nic_sysctl_add(path, table);
}

void __init __register_sysctl_init(const char *path, struct ctl_table *table, const char *name)
{
	nic_sysctl_add(path, table);
}

int __register_sysctl_base(struct ctl_table *table)
{
	/* The base tables have one directory each: its child holds the entries. */
	for (; table->procname; table++)
		if (table->child)
			nic_sysctl_add(table->procname, table->child);
	return 0;
}

void unregister_sysctl_table(struct ctl_table_header *h)
{
	unsigned int i;

	if (!h)
		return;
	for (i = 0; i < nr_dirs; i++)
		if (dirs[i].table == h->ctl_table)
			dirs[i].table = NULL;
	kfree(h);
}

void unregister_net_sysctl_table(struct ctl_table_header *h)
{
	unregister_sysctl_table(h);
}

int __init net_sysctl_init(void)
{
	return 0;
}

/* Later registrations win, as deeper tables of the same name do. */
static struct ctl_table *nic_sysctl_find(const char *path)
{
	char want[128], *name, *p;
	int i;

	strscpy(want, path, sizeof(want));
	for (p = want; *p; p++)
		if (*p == '.')
			*p = '/';
	name = strrchr(want, '/');
	if (!name)
		return NULL;
	*name++ = 0;
	for (i = nr_dirs - 1; i >= 0; i--) {
		struct ctl_table *t = dirs[i].table;

		if (!t || strcmp(dirs[i].path, want))
			continue;
		for (; t->procname; t++)
			if (!strcmp(t->procname, name))
				return t;
	}
	return NULL;
}

/* Reads or writes as a user's read() and write() would; -ENOENT: no such setting. */
int nic_sysctl(const char *path, char *buf, size_t *len, int write)
{
	struct ctl_table *t = nic_sysctl_find(path);
	loff_t pos = 0;

	if (!t || !t->proc_handler)
		return -ENOENT;
	if (!(t->mode & (write ? 0222 : 0444)))
		return -EACCES;
	return t->proc_handler(t, write, buf, len, &pos);
}
