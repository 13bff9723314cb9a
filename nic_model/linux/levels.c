// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What must be as it was: packets, sockets, DMA mappings, pages.
 *
 * Called by: kernel_leak.c, tests. Calls: nothing.
 * Models: nothing; compares.
 * Leaves out: caches that live longer than connections (metrics, routes, peers, TIME-WAIT); pages
 * that kfree_rcu() keeps
 * Source: kernel/rcu/tree.c of 6.1: rcu_min_cached_objs, 5 pages a CPU
 */
#include "nic_model/linux/levels.h"

#include <string.h>

#include "sim/check.h"

/* A CPU: what kfree_rcu() keeps, rcu_min_cached_objs of kernel/rcu/tree.c. */
#define RCU_PAGES 5

static const struct {
	const char *cache, *what;
} exact[] = {
	{"skbuff_head_cache", "packets"},
	{"skbuff_fclone_cache", "packets of TCP"},
	{"TCP", "TCP sockets"},
	{"UDP", "UDP sockets"},
	{"request_sock_TCP", "half-open connections"},
	{"sock_inode_cache", "socket inodes"},
};

static unsigned long objects(const struct kimage_levels *l, const char *name)
{
	for (unsigned int i = 0; i < l->caches; i++)
		if (!strcmp(l->cache[i].name, name))
			return l->cache[i].objects;
	return 0;
}

static char *compare(const char *what, unsigned long before, unsigned long after,
		     unsigned long kept)
{
	if (after > before + kept)
		return err_fmt("leaked: %lu %s more than after boot (%lu, then %lu)",
			       after - before, what, before, after);
	if (after < before && !kept)
		return err_fmt("%lu %s too many were given back (%lu after boot, then %lu)",
			       before - after, what, before, after);
	return NULL;
}

char *levels_compare(const struct kimage_levels *before, const struct kimage_levels *after,
		     unsigned int cpus)
{
	char *err = compare("DMA mappings", before->dma_maps, after->dma_maps, 0);

	if (!err)
		err = compare("bytes of coherent DMA memory", before->dma_coherent,
			      after->dma_coherent, 0);
	for (unsigned int i = 0; i < sizeof(exact) / sizeof(exact[0]) && !err; i++)
		err = compare(exact[i].what, objects(before, exact[i].cache),
			      objects(after, exact[i].cache), 0);
	return err ? err : compare("pages", before->pages, after->pages, RCU_PAGES * cpus);
}
