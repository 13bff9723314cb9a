// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What is in use: objects of each slab cache, pages outside them, DMA mappings. Equal before a
 * host's interfaces come up and after they went down again, or something has leaked.
 *
 * Called by: the simulation, in a task; drivers (DMA mapping, through the linker's --wrap)
 * Models: nothing. DMA calls are counted on their way in and go on as jumps, so that neither stack
 * nor cost changes
 * Leaves out: mappings that fail (counted as made), who made what
 * Source: include/linux/dma-mapping.h, mm/slab.h, mm/slub.c (kmem_cache_shrink() returns what the
 * CPUs hold, so that a slab's count of objects in use is exact)
 */
#include <linux/dma-mapping.h>
#include <linux/interrupt.h>
#include <linux/mm.h>
#include <linux/netdevice.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include "mm/slab.h"

#include "glue.h"

static unsigned long nic_maps, nic_coherent;

dma_addr_t __real_dma_map_page_attrs(struct device *dev, struct page *page, size_t offset,
				     size_t size, enum dma_data_direction dir, unsigned long attrs);
void __real_dma_unmap_page_attrs(struct device *dev, dma_addr_t addr, size_t size,
				 enum dma_data_direction dir, unsigned long attrs);
void *__real_dma_alloc_attrs(struct device *dev, size_t size, dma_addr_t *handle, gfp_t flag,
			     unsigned long attrs);
void __real_dma_free_attrs(struct device *dev, size_t size, void *cpu_addr, dma_addr_t handle,
			   unsigned long attrs);

/* For device.c: pages that a device may reach. */
static void nic_dma_mark(unsigned long phys, size_t size, int by)
{
	unsigned short *maps = (unsigned short *)(nic_sim->ram + KIMAGE_DMA_MAPS);
	unsigned long pfn;

	if (size && phys < nic_sim->ram_bytes && size <= nic_sim->ram_bytes - phys)
		for (pfn = phys >> PAGE_SHIFT; pfn <= (phys + size - 1) >> PAGE_SHIFT; pfn++)
			maps[pfn] += by;
}

dma_addr_t __wrap_dma_map_page_attrs(struct device *dev, struct page *page, size_t offset,
				     size_t size, enum dma_data_direction dir, unsigned long attrs)
{
	nic_maps++;
	nic_dma_mark(page_to_phys(page) + offset, size, 1);
	return __real_dma_map_page_attrs(dev, page, offset, size, dir, attrs);
}

void __wrap_dma_unmap_page_attrs(struct device *dev, dma_addr_t addr, size_t size,
				 enum dma_data_direction dir, unsigned long attrs)
{
	nic_maps--;
	nic_dma_mark(addr, size, -1);
	__real_dma_unmap_page_attrs(dev, addr, size, dir, attrs);
}

void *__wrap_dma_alloc_attrs(struct device *dev, size_t size, dma_addr_t *handle, gfp_t flag,
			     unsigned long attrs)
{
	void *p = __real_dma_alloc_attrs(dev, size, handle, flag, attrs);

	nic_coherent += size;
	if (p)
		nic_dma_mark(*handle, size, 1);
	return p;
}

void __wrap_dma_free_attrs(struct device *dev, size_t size, void *cpu_addr, dma_addr_t handle,
			   unsigned long attrs)
{
	nic_coherent -= size;
	nic_dma_mark(handle, size, -1);
	__real_dma_free_attrs(dev, size, cpu_addr, handle, attrs);
}

/*
 * What CPUs keep for their next packets, private to net/core/skbuff.c (rules.mk makes the names
 * known): fragments of pages, and heads of packets that NAPI has consumed.
 */
struct nic_packet_cache {
	struct page_frag_cache page;
	struct {
		void *va;
		u16 offset;
		bool pfmemalloc;
	} page_small;
	unsigned int heads;
	void *head[64];
};
extern struct nic_packet_cache napi_alloc_cache;
extern struct page_frag_cache netdev_alloc_cache;

static unsigned long nic_pages_at(void *va)
{
	return va ? 1ul << compound_order(virt_to_head_page(va)) : 0;
}

/* Kept ones are neither in use nor free. */
static void nic_uncount_kept(struct kimage_levels *l)
{
	unsigned int i, cpu;
	unsigned long heads = 0;

	for_each_online_cpu(cpu)
	{
		struct nic_packet_cache *c = per_cpu_ptr(&napi_alloc_cache, cpu);

		heads += c->heads;
		l->pages -= nic_pages_at(c->page.va) + nic_pages_at(c->page_small.va) +
			    nic_pages_at(per_cpu_ptr(&netdev_alloc_cache, cpu)->va);
	}
	for (i = 0; i < l->caches; i++)
		if (!strcmp(l->cache[i].name, "skbuff_head_cache"))
			l->cache[i].objects -= heads;
}

/* A softirq that gives back packets whose freeing was left to this CPU. */
static void nic_kick(void *unused)
{
	raise_softirq_irqoff(NET_RX_SOFTIRQ);
}

/* Everything that waits to be freed is, and no CPU keeps slabs for itself. */
static void nic_quiesce(void)
{
	struct kmem_cache *s;

	on_each_cpu(nic_kick, NULL, 1);
	rcu_barrier();
	mutex_lock(&slab_mutex);
	list_for_each_entry(s, &slab_caches, list) kmem_cache_shrink(s);
	mutex_unlock(&slab_mutex);
}

static void nic_count_slab(struct kimage_levels *l, struct slab *slab)
{
	const char *name = slab->slab_cache->name;
	unsigned int i;

	for (i = 0; i < l->caches && strcmp(l->cache[i].name, name); i++)
		;
	if (i == KIMAGE_LEVELS_CACHES)
		return;
	if (i == l->caches)
		strscpy(l->cache[l->caches++].name, name, sizeof(l->cache[0].name));
	l->cache[i].objects += slab->inuse;
}

static void nic_count_page(struct kimage_levels *l, struct page *page)
{
	if (PageReserved(page) || PageBuddy(page) || PageTail(page) || !page_count(page))
		return;
	if (PageSlab(page))
		nic_count_slab(l, page_slab(page));
	else
		l->pages += 1ul << compound_order(page);
}

void nic_levels(struct kimage_levels *l)
{
	unsigned long pfn;

	memset(l, 0, sizeof(*l));
	nic_quiesce();
	for (pfn = 0; pfn < max_pfn; pfn++)
		nic_count_page(l, pfn_to_page(pfn));
	nic_uncount_kept(l);
	l->pages -= nic_file_pages() + nic_stack_pages();
	l->dma_maps = nic_maps;
	l->dma_coherent = nic_coherent;
}
