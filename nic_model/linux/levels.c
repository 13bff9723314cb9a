// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What must be as it was: packets, sockets, DMA mappings exactly; pages but for what a CPU keeps.
 *
 * Called by: kernel_leak.c, tests. Calls: nothing.
 * Models: nothing; compares.
 * Leaves out: caches that live longer than connections (metrics, routes, peers, TIME-WAIT)
 * Source: net/core/skbuff.c of 6.1: NAPI_SKB_CACHE_SIZE 64 heads a CPU; two page_frag caches of
 * 32 KiB a CPU, each pinned at most once more by what was cut from the one before
 */
#include "nic_model/linux/levels.h"

#include <string.h>

#include "sim/check.h"

#define SKB_CACHE  64 /* skb heads that napi_consume_skb() keeps, a CPU */
#define FRAG_PAGES 16 /* two fragment caches of 8 pages, a CPU */

static const struct {
	const char *cache;
	unsigned int keeps; /* a CPU */
	const char *what;
} exact[] = {
	{"skbuff_head_cache", SKB_CACHE, "packets"},
	{"skbuff_fclone_cache", 0, "packets of TCP"},
	{"TCP", 0, "TCP sockets"},
	{"UDP", 0, "UDP sockets"},
	{"request_sock_TCP", 0, "half-open connections"},
	{"sock_inode_cache", 0, "socket inodes"},
};

static unsigned long objects(const struct kimage_levels *l, const char *name)
{
	for (unsigned int i = 0; i < l->caches; i++)
		if (!strcmp(l->cache[i].name, name))
			return l->cache[i].objects;
	return 0;
}

static char *more(const char *what, unsigned long before, unsigned long after, unsigned long keeps)
{
	if (after > before + keeps)
		return err_fmt(
			"leaked: %lu %s more than after boot (%lu, then %lu; %lu may be kept)",
			after - before - keeps, what, before, after, keeps);
	if (after < before && !keeps)
		return err_fmt("%lu %s too many were undone (%lu after boot, then %lu)",
			       before - after, what, before, after);
	return NULL;
}

char *levels_compare(const struct kimage_levels *before, const struct kimage_levels *after,
		     unsigned int cpus)
{
	char *err = more("DMA mappings", before->dma_maps, after->dma_maps, 0);

	if (!err)
		err = more("bytes of coherent DMA memory", before->dma_coherent,
			   after->dma_coherent, 0);
	for (unsigned int i = 0; i < sizeof(exact) / sizeof(exact[0]) && !err; i++)
		err = more(exact[i].what, objects(before, exact[i].cache),
			   objects(after, exact[i].cache), exact[i].keeps * cpus);
	return err ? err : more("pages", before->pages, after->pages, FRAG_PAGES * cpus);
}
