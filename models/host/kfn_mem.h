/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Slab and page allocators. */
#ifndef NICPATH_MODELS_HOST_KFN_MEM_H
#define NICPATH_MODELS_HOST_KFN_MEM_H

#define KFN_LIST_MEM(F) \
	F(kmem_cache_alloc) F(kmem_cache_free) F(kfree) F(__kmalloc) F(cache_alloc_refill) \
	F(cache_flusharray) F(free_block) F(get_page_from_freelist) F(free_hot_cold_page) F(put_page)

#endif
