/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The host's physical address map, and the allocators that hand addresses out
 * of it.  Simulated objects have an address, never a content.
 *
 * Two kinds of allocation: static ones at construction (kernel text, percpu
 * areas, rings; free of cost), and the kernel's run-time allocators (slab.h,
 * page.h), which are kernel code: they run on this_cpu and cost time.
 */
#ifndef NICPATH_MODELS_MEM_LAYOUT_H
#define NICPATH_MODELS_MEM_LAYOUT_H

#include <stdint.h>

/* Regions; all below the RAM size of any machine (>= 1 GiB). */
#define LAYOUT_ZERO   0x00fff000ull /* empty_zero_page: one page, never written */
#define LAYOUT_TEXT   0x01000000ull /* kernel text: functions, 16 MiB */
#define LAYOUT_STATIC 0x02000000ull /* static and percpu objects, 32 MiB */
#define LAYOUT_DMA    0x04000000ull /* coherent DMA memory (rings), 64 MiB */
#define LAYOUT_USER   0x08000000ull /* user buffers, page cache, 128 MiB */
#define LAYOUT_PAGES  0x10000000ull /* what the page allocator hands out */

struct layout; /* one a host */

struct layout *layout_new(uint64_t ram_bytes);
void layout_free(struct layout *l);

/* Bump allocation from a region (one of the constants). align: power of two. */
uint64_t layout_static(struct layout *l, uint64_t region, uint64_t bytes, uint64_t align);

/* Bytes that a region has left. */
uint64_t layout_room(const struct layout *l, uint64_t region);

#endif
