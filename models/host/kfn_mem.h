/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Slab and page allocators. */
#ifndef NICPATH_MODELS_HOST_KFN_MEM_H
#define NICPATH_MODELS_HOST_KFN_MEM_H

/*
 * Units: cache_alloc_refill, free_block: objects moved from or to a slab;
 * cache_grow: objects of the new slab; free_pcppages_bulk: pages.
 */
#define KFN_LIST_MEM(F) \
	F(kmem_cache_alloc) F(kmem_cache_free) F(kfree) F(__kmalloc) F(cache_alloc_refill) \
	F(cache_flusharray) F(free_block) F(cache_grow) F(__slab_alloc) F(__slab_free) \
	F(__alloc_pages_nodemask) F(get_page_from_freelist) F(__rmqueue) F(free_hot_cold_page) \
	F(free_pcppages_bulk) F(put_page)

#endif
