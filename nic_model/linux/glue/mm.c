// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Memory: where RAM, struct pages, per-CPU areas and the vmalloc area lie; everything above that is
 * the kernel's own page allocator, slub and percpu code.
 *
 * Called by: boot.c, the kernel's mm
 * Models: one NUMA node of contiguous RAM; direct mapping at page_offset_base; constant vmemmap;
 * vmalloc as a range of its own whose pages are always there Leaves out: page tables, swapping,
 * reclaim, compaction, memory cgroups, NUMA policy, page faults
 */
#include <linux/bootmem_info.h>
#include <linux/highmem.h>
#include <linux/memblock.h>
#include <linux/mempolicy.h>
#include <linux/mm.h>
#include <linux/mmzone.h>
#include <linux/nodemask.h>
#include <linux/percpu.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <asm/sections.h>

#include "glue.h"

unsigned long page_offset_base;
unsigned long vmalloc_base;
unsigned long vmemmap_base;
unsigned long phys_base;
unsigned long physmem_end;
unsigned int pgdir_shift = 39;
unsigned int ptrs_per_p4d = 1;
phys_addr_t physical_mask = (1ull << 52) - 1;
pteval_t __supported_pte_mask = ~0ull;
pteval_t __default_kernel_pte_mask = ~0ull;
struct pglist_data *node_data[MAX_NUMNODES] __read_mostly;
cpumask_var_t node_to_cpumask_map[MAX_NUMNODES];
DEFINE_EARLY_PER_CPU(int, x86_cpu_to_node_map, 0);
unsigned long highest_memmap_pfn;
static unsigned long vmalloc_next;

/* RAM as memblock sees it; the first 64 KiB stay unused so that no object has physical address 0.
 */
void __init nic_mm_early(void)
{
	unsigned long zones[MAX_NR_ZONES] = {0};
	unsigned long pages = nic_sim->ram_bytes >> PAGE_SHIFT;

	page_offset_base = nic_sim->ram;
	vmalloc_base = nic_sim->vm_area;
	vmalloc_next = nic_sim->vm_area;
	vmemmap_base = nic_sim->page_map;
	physmem_end = nic_sim->ram_bytes - 1;
	max_pfn = max_low_pfn = pages;
	high_memory = (void *)(nic_sim->ram + nic_sim->ram_bytes);
	memblock_set_bottom_up(true);
	memblock_add_node(0, nic_sim->ram_bytes, 0, MEMBLOCK_NONE);
	memblock_reserve(0, 64 << 10);
	memblock_set_node(0, nic_sim->ram_bytes, &memblock.memory, 0);
	nodes_clear(node_possible_map);
	node_set(0, node_possible_map);
	setup_nr_node_ids();
	node_set_online(0);
	node_set_state(0, N_MEMORY);
	node_data[0] = memblock_alloc(sizeof(pg_data_t), SMP_CACHE_BYTES);
	memset(node_data[0], 0, sizeof(pg_data_t));
	sparse_init();
	zones[ZONE_DMA] = min(pages, 16ul << (20 - PAGE_SHIFT));
	zones[ZONE_DMA32] = min(pages, 4ul << (30 - PAGE_SHIFT));
	zones[ZONE_NORMAL] = pages;
	free_area_init(zones);
}

static int __init nic_distance(unsigned int from, unsigned int to)
{
	return LOCAL_DISTANCE;
}

static int __init nic_cpu_to_node(int cpu)
{
	return 0;
}

/* Room for dynamic per-CPU memory: all of it comes from the first chunk, since there are no page
 * tables to map others. */
#define NIC_PERCPU_DYNAMIC (1024 << 10)

void __init nic_percpu_setup(void)
{
	unsigned long delta;
	unsigned int cpu;

	if (pcpu_embed_first_chunk(0, NIC_PERCPU_DYNAMIC, PAGE_SIZE, nic_distance,
				   nic_cpu_to_node) < 0)
		panic("no memory for per-CPU areas");
	delta = (unsigned long)pcpu_base_addr - (unsigned long)__per_cpu_start;
	for_each_possible_cpu(cpu)
	{
		per_cpu_offset(cpu) = delta + pcpu_unit_offsets[cpu];
		per_cpu(this_cpu_off, cpu) = per_cpu_offset(cpu);
		per_cpu(cpu_number, cpu) = cpu;
		per_cpu(x86_cpu_to_node_map, cpu) = 0;
		set_cpu_numa_node(cpu, 0);
		per_cpu(hardirq_stack_ptr, cpu) =
			memblock_alloc(THREAD_SIZE, THREAD_SIZE) + THREAD_SIZE - 8;
	}
	alloc_bootmem_cpumask_var(&node_to_cpumask_map[0]);
	cpumask_copy(node_to_cpumask_map[0], cpu_possible_mask);
}

int __node_distance(int a, int b)
{
	return LOCAL_DISTANCE;
}

void __init mem_init(void)
{
	memblock_free_all();
}

int __meminit vmemmap_populate(unsigned long start, unsigned long end, int node,
			       struct vmem_altmap *altmap)
{
	return 0;
}

void __meminit vmemmap_populate_print_last(void)
{
}

bool __virt_addr_valid(unsigned long x)
{
	return x >= nic_sim->ram && x < nic_sim->ram + nic_sim->ram_bytes;
}

struct page *alloc_pages(gfp_t gfp, unsigned int order)
{
	return __alloc_pages(gfp, order, numa_node_id(), NULL);
}

struct folio *folio_alloc(gfp_t gfp, unsigned int order)
{
	return __folio_alloc(gfp, order, numa_node_id(), NULL);
}

/* Pages of a program's buffer, for MSG_ZEROCOPY: memory that kimage_calls.user_memory() gave. */
int get_user_pages_fast(unsigned long start, int nr_pages, unsigned int gup_flags,
			struct page **pages)
{
	int i;

	if (!__virt_addr_valid(start) || !__virt_addr_valid(start + nr_pages * PAGE_SIZE - 1))
		return -EFAULT;
	for (i = 0; i < nr_pages; i++) {
		pages[i] = virt_to_page(start + i * PAGE_SIZE);
		get_page(pages[i]);
	}
	return nr_pages;
}

unsigned int mempolicy_slab_node(void)
{
	return numa_mem_id();
}

/* vmalloc: freed ranges are kept by size in pages and reused. */
struct vmalloc_range {
	struct vmalloc_range *next;
	unsigned long addr, pages;
};
static struct vmalloc_range *vmalloc_used, *vmalloc_free;

static void *nic_vmalloc(unsigned long size)
{
	unsigned long pages = PFN_UP(size);
	struct vmalloc_range *r, **p;

	for (p = &vmalloc_free; (r = *p) != NULL; p = &r->next) {
		if (r->pages == pages) {
			*p = r->next;
			goto use;
		}
	}
	if (vmalloc_next + (pages + 1) * PAGE_SIZE > nic_sim->vm_area + nic_sim->vm_area_bytes)
		return NULL;
	r = kmalloc(sizeof(*r), GFP_ATOMIC);
	if (!r)
		return NULL;
	r->pages = pages;
	r->addr = vmalloc_next;
	vmalloc_next += (pages + 1) * PAGE_SIZE;
use:
	r->next = vmalloc_used;
	vmalloc_used = r;
	return (void *)r->addr;
}

void *__vmalloc_node_range(unsigned long size, unsigned long align, unsigned long start,
			   unsigned long end, gfp_t gfp, pgprot_t prot, unsigned long flags,
			   int node, const void *caller)
{
	void *p = nic_vmalloc(size);

	if (p && (gfp & __GFP_ZERO))
		memset(p, 0, size);
	return p;
}

void *__vmalloc_node(unsigned long size, unsigned long align, gfp_t gfp, int node,
		     const void *caller)
{
	return __vmalloc_node_range(size, align, 0, 0, gfp, PAGE_KERNEL, 0, node, caller);
}

void *__vmalloc(unsigned long size, gfp_t gfp)
{
	return __vmalloc_node_range(size, 1, 0, 0, gfp, PAGE_KERNEL, 0, 0, NULL);
}

void *vmalloc(unsigned long size)
{
	return nic_vmalloc(size);
}

void *vmalloc_node(unsigned long size, int node)
{
	return nic_vmalloc(size);
}

void *vmalloc_huge(unsigned long size, gfp_t gfp)
{
	return __vmalloc(size, gfp);
}

void *vzalloc(unsigned long size)
{
	return __vmalloc(size, GFP_KERNEL | __GFP_ZERO);
}

void *vzalloc_node(unsigned long size, int node)
{
	return vzalloc(size);
}

void vfree(const void *addr)
{
	struct vmalloc_range *r, **p;

	if (!addr)
		return;
	for (p = &vmalloc_used; (r = *p) != NULL; p = &r->next) {
		if (r->addr == (unsigned long)addr) {
			*p = r->next;
			r->next = vmalloc_free;
			vmalloc_free = r;
			return;
		}
	}
	WARN(1, "vfree of %px, which vmalloc never gave\n", addr);
}

void vfree_atomic(const void *addr)
{
	vfree(addr);
}

bool is_vmalloc_addr(const void *x)
{
	unsigned long a = (unsigned long)x;

	return a >= nic_sim->vm_area && a < nic_sim->vm_area + nic_sim->vm_area_bytes;
}

void __init vmalloc_init(void)
{
}
void __init vm_area_register_early(struct vm_struct *vm, size_t align)
{
}
bool vmalloc_dump_obj(void *object)
{
	return false;
}

/* Statistics of memory cgroups: only the node's part. */
void __mod_lruvec_page_state(struct page *page, enum node_stat_item idx, int val)
{
	__mod_node_page_state(page_pgdat(page), idx, val);
}

void __mod_lruvec_state(struct lruvec *lruvec, enum node_stat_item idx, int val)
{
	__mod_node_page_state(NODE_DATA(0), idx, val);
}
