/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a machine file says about its memory system: cache.*, coherence.*,
 * dram.*, dma.*, and cpu.count, cpu.sockets, cpu.freq (the rest of cpu.* is
 * models/host's).  Constant after mem_new().
 */
#ifndef NICPATH_MODELS_MEM_MEM_PARAMS_H
#define NICPATH_MODELS_MEM_MEM_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "models/mem/cache.h"
#include "models/mem/dram.h"

/* How a core's own L2 relates to its L1s. */
enum l2_policy {
	L2_NINE,      /* neither inclusive nor exclusive */
	L2_INCLUSIVE, /* holds all that the L1s hold */
	L2_EXCLUSIVE, /* victims of the L1s only (AMD K8) */
};

/* How a cache shared by cores relates to the cores' own. */
enum l3_policy {
	L3_INCLUSIVE, /* holds all, with presence bits (Nehalem; Core 2's L2) */
	L3_VICTIM,    /* takes the L2s' victims; a snoop filter knows the rest */
};

/* Which sizes of pages share a TLB's entries: none, 4 KiB and 2 MiB, all. */
enum tlb_any { TLB_SPLIT, TLB_LARGE, TLB_ANY };
/* One level of a TLB; entries 0: there is none. */
struct tlb_geometry {
	uint32_t entries, ways;	    /* for 4 KiB pages; ways 0: fully associative */
	uint32_t large, large_ways; /* for 2 MiB pages */
	uint32_t huge;		    /* for 1 GiB pages */
	int any;		    /* enum tlb_any */
};

enum protocol { PROTOCOL_MESI, PROTOCOL_MOESI };
enum prefetch_kind { PREFETCH_NONE, PREFETCH_NEXT_LINE, PREFETCH_STREAM };
enum dma_policy { DMA_INVALIDATE, DMA_UPDATE, DMA_DDIO };

struct mem_params {
	char *name;
	uint32_t cpus, sockets;
	uint64_t freq; /* Hz */
	struct cache_geometry l1d, l1i, l2, l3;
	int l2_policy, l3_policy;
	uint32_t l2_share, l3_share; /* CPUs that share one */
	double l2_fill, l3_fill;     /* bytes a cycle; 0: no limit */
	int prefetch;		     /* enum prefetch_kind */
	uint32_t prefetch_streams, prefetch_trigger, prefetch_depth;
	int protocol;
	bool forward_clean;
	uint64_t core_clean, core_dirty; /* ps */
	uint64_t die, socket;		 /* ps */
	struct cache_geometry filter;
	uint64_t dram_size, dram_latency, dram_remote, dram_bandwidth;
	uint32_t dram_nodes;
	struct dram_timing dram_timing;
	uint64_t dram_row;							     /* bytes */
	uint64_t dram_activate, dram_precharge, dram_row_cycle, dram_write_recovery; /* ps */
	uint64_t dram_to_read, dram_to_write, dram_close_after;			     /* ps */
	struct tlb_geometry tlb_data, tlb_code, tlb_second, tlb_second_code;
	bool tlb_unified;	/* code uses tlb_second, too */
	uint32_t tlb_latency;	/* cycles: a hit in the second level */
	uint32_t tlb_walk;	/* cycles of a walk besides its loads */
	uint32_t tlb_walkers;	/* walks at a time */
	uint32_t tlb_directory; /* entries of the upper levels' cache */
	bool tlb_walk_l1;	/* walks load through L1D, else through L2 */
	bool tlb_direct_1g;	/* the direct map has 1 GiB pages */
	int dma_policy;
	uint32_t dma_ways;
	uint64_t dma_hit; /* ps */
	bool dma_dca;
	uint32_t dma_socket;
};

struct param_table;
struct yaml_node;

extern const struct param_table mem_param_table;

/* Reads and checks a machine's mapping. Error with place, or NULL. */
char *mem_params_load(struct yaml_node *machine, struct mem_params *p);

#endif
