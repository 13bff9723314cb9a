/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/mem/mem_params.h"

#include <stddef.h>
#include <stdlib.h>

#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

static const char *const replace_names[] = {"lru", "plru", NULL};
static const char *const l2_names[] = {"nine", "inclusive", "exclusive", NULL};
static const char *const l3_names[] = {"inclusive", "victim", NULL};
static const char *const protocol_names[] = {"mesi", "moesi", NULL};
static const char *const prefetch_names[] = {"none", "next_line", "stream", NULL};
static const char *const any_names[] = {"split", "large", "any", NULL};
static const char *const dma_names[] = {"invalidate", "update", "ddio", NULL};

#define AT(member) offsetof(struct mem_params, member)
#define FILE_	   "machine file"

/* NOLINTBEGIN(bugprone-macro-parentheses): string pieces */
#define CACHE_PARAMS(key, m, dsize, dways, dlatency, dslices, what)                                \
	{key ".size", PARAM_SIZE, AT(m.size), dsize, "0B", "4GiB", NULL, "Size of " what, FILE_},  \
		{key ".ways", PARAM_U32, AT(m.ways), dways,                                        \
		 "1",	      "32",	 NULL,	     "Associativity of " what,                     \
		 FILE_},                                                                           \
		{key ".latency",                                                                   \
		 PARAM_U32,                                                                        \
		 AT(m.latency),                                                                    \
		 dlatency,                                                                         \
		 "1",                                                                              \
		 "10000",                                                                          \
		 NULL,                                                                             \
		 "Load-to-use latency of " what ", CPU cycles in all",                             \
		 FILE_},                                                                           \
		{key ".slices",                                                                    \
		 PARAM_U32,                                                                        \
		 AT(m.slices),                                                                     \
		 dslices,                                                                          \
		 "1",                                                                              \
		 "4096",                                                                           \
		 NULL,                                                                             \
		 "Arrays that addresses are hashed over; each has a power of two of sets",         \
		 FILE_},                                                                           \
	{                                                                                          \
		key ".replacement", PARAM_ENUM, AT(m.replace), "plru", NULL, NULL, replace_names,  \
			"Replacement policy of " what, FILE_                                       \
	}
/* clang-format off */
#define TLB_PARAMS(key, m, what)                                                                   \
	{key ".entries", PARAM_U32, AT(m.entries), "0", "0", "65536", NULL,                        \
	 "Entries for 4 KiB pages of " what, FILE_},                                               \
	{key ".ways", PARAM_U32, AT(m.ways), "0", "0", "65536", NULL,                              \
	 "Their associativity (0: full)", FILE_},                                                  \
	{key ".large", PARAM_U32, AT(m.large), "0", "0", "65536", NULL,                            \
	 "Entries for 2 MiB pages of " what, FILE_},                                               \
	{key ".large_ways", PARAM_U32, AT(m.large_ways), "0", "0", "65536", NULL,                  \
	 "Their associativity (0: full)", FILE_},                                                  \
	{key ".huge", PARAM_U32, AT(m.huge), "0", "0", "65536", NULL,                              \
	 "Entries for 1 GiB pages of " what ", fully associative", FILE_},                         \
	{key ".shares", PARAM_ENUM, AT(m.any), "split", NULL, NULL, any_names,                     \
	 "Entries that hold other sizes, too: large, 4 KiB and 2 MiB pages share; any, all do",    \
	 FILE_}
/* clang-format on */
/* NOLINTEND(bugprone-macro-parentheses) */

static const struct param params[] = {
	{"name", PARAM_STRING, AT(name), "unnamed", NULL, NULL, NULL, "Name of the machine", FILE_},
	{"cpu.count", PARAM_U32, AT(cpus), NULL, "1", "128", NULL,
	 "CPUs of the machine, all sockets together", FILE_},
	{"cpu.sockets", PARAM_U32, AT(sockets), "1", "1", "8", NULL, "Sockets", FILE_},
	{"cpu.freq", PARAM_FREQ, AT(freq), NULL, "100MHz", "10GHz", NULL,
	 "Clock that latencies in cycles refer to", FILE_},
	CACHE_PARAMS("cache.l1d", l1d, NULL, NULL, NULL, "1", "each CPU's L1 data cache"),
	CACHE_PARAMS("cache.l1i", l1i, NULL, NULL, NULL, "1", "each CPU's L1 instruction cache"),
	CACHE_PARAMS("cache.l2", l2, "0B", "16", "12", "1", "an L2 (0: none)"),
	{"cache.l2.share", PARAM_U32, AT(l2_share), "1", "1", "32", NULL,
	 "CPUs that share an L2; more than 1 makes it the shared level (inclusive, no L3)", FILE_},
	{"cache.l2.policy", PARAM_ENUM, AT(l2_policy), "nine", NULL, NULL, l2_names,
	 "Relation of a CPU's own L2 to its L1s", FILE_},
	CACHE_PARAMS("cache.l3", l3, "0B", "16", "40", "1", "an L3 (0: none)"),
	{"cache.l2.fill", PARAM_DOUBLE, AT(l2_fill), "0", "0", "128", NULL,
	 "Bytes a cycle that a CPU gets out of L2 when it streams (0: no limit)", FILE_},
	{"cache.l3.fill", PARAM_DOUBLE, AT(l3_fill), "0", "0", "128", NULL,
	 "The same out of L3 and all beyond", FILE_},
	{"cache.l3.share", PARAM_U32, AT(l3_share), "1", "1", "32", NULL, "CPUs that share an L3",
	 FILE_},
	{"cache.l3.policy", PARAM_ENUM, AT(l3_policy), "inclusive", NULL, NULL, l3_names,
	 "Relation of an L3 to the L2s", FILE_},
	{"cache.prefetch.kind", PARAM_ENUM, AT(prefetch), "stream", NULL, NULL, prefetch_names,
	 "Hardware prefetch into L2 (or the shared cache where a CPU has no L2 of its own)", FILE_},
	{"cache.prefetch.streams", PARAM_U32, AT(prefetch_streams), "8", "1", "32", NULL,
	 "Pages that a CPU's stream detector follows", FILE_},
	{"cache.prefetch.trigger", PARAM_U32, AT(prefetch_trigger), "2", "1", "8", NULL,
	 "Misses to neighbouring lines that start a stream", FILE_},
	{"cache.prefetch.depth", PARAM_U32, AT(prefetch_depth), "8", "1", "63", NULL,
	 "Lines that a stream runs ahead, within its 4 KiB page", FILE_},
	{"coherence.protocol", PARAM_ENUM, AT(protocol), "mesi", NULL, NULL, protocol_names,
	 "MESI: a dirty line that another CPU reads goes to the next level; MOESI: it stays, owned",
	 FILE_},
	{"coherence.forward_clean", PARAM_BOOL, AT(forward_clean), "off", NULL, NULL, NULL,
	 "Another die's or socket's clean copy is supplied from there, not from DRAM (MESIF)",
	 FILE_},
	{"coherence.core_clean", PARAM_TIME, AT(core_clean), "0ns", "0ns", "10us", NULL,
	 "Latency of a line that one other CPU below the same shared cache may hold, not dirty",
	 FILE_},
	{"coherence.core_dirty", PARAM_TIME, AT(core_dirty), "0ns", "0ns", "10us", NULL,
	 "Latency of a line dirty in another CPU below the same shared cache", FILE_},
	{"coherence.die", PARAM_TIME, AT(die), "0ns", "0ns", "10us", NULL,
	 "Latency of a line supplied by another cache group of the same socket", FILE_},
	{"coherence.socket", PARAM_TIME, AT(socket), "0ns", "0ns", "10us", NULL,
	 "Latency of a line supplied by another socket's caches", FILE_},
	CACHE_PARAMS("coherence.filter", filter, "0B", "16", "1", "1",
		     "a victim L3's snoop filter, as the bytes of lines it can track"),
	{"dram.size", PARAM_SIZE, AT(dram_size), "4GiB", "1GiB", "4TiB", NULL,
	 "Memory of the machine", FILE_},
	{"dram.latency", PARAM_TIME, AT(dram_latency), NULL, "1ns", "10us", NULL,
	 "Load-to-use latency of memory at the own socket, idle machine, random lines", FILE_},
	{"dram.remote_latency", PARAM_TIME, AT(dram_remote), "0ns", "0ns", "10us", NULL,
	 "The same at another socket (0: as dram.latency)", FILE_},
	{"dram.nodes", PARAM_U32, AT(dram_nodes), "1", "1", "8", NULL,
	 "Memory controllers with an address range of their own: 1, or one a socket", FILE_},
	{"dram.bandwidth", PARAM_RATE, AT(dram_bandwidth), NULL, "1Gbps", "10000Gbps", NULL,
	 "Bandwidth of a node, reads and writes together: sustained; with dram.banks, of the pins",
	 FILE_},
	{"dram.banks", PARAM_U32, AT(dram_timing.banks), "0", "0", "256", NULL,
	 "Banks of a node, all ranks and channels (0: rows are not modelled)", FILE_},
	{"dram.row", PARAM_SIZE, AT(dram_row), "8KiB", "512B", "1MiB", NULL,
	 "Consecutive memory that one bank's open row holds", FILE_},
	{"dram.activate", PARAM_TIME, AT(dram_activate), "15ns", "0ns", "1us", NULL,
	 "tRCD: opening a row; dram.latency has it, a line of an open row is faster", FILE_},
	{"dram.precharge", PARAM_TIME, AT(dram_precharge), "15ns", "0ns", "1us", NULL,
	 "tRP: closing another row first", FILE_},
	{"dram.row_cycle", PARAM_TIME, AT(dram_row_cycle), "55ns", "0ns", "1us", NULL,
	 "tRC: between two activations of a bank", FILE_},
	{"dram.write_recovery", PARAM_TIME, AT(dram_write_recovery), "15ns", "0ns", "1us", NULL,
	 "tWR: from the last data written until the row may be closed", FILE_},
	{"dram.to_read", PARAM_TIME, AT(dram_to_read), "10ns", "0ns", "1us", NULL,
	 "Bus turnaround, write to read (tWTR and latencies)", FILE_},
	{"dram.to_write", PARAM_TIME, AT(dram_to_write), "10ns", "0ns", "1us", NULL,
	 "Bus turnaround, read to write", FILE_},
	{"dram.close_after", PARAM_TIME, AT(dram_close_after), "0ns", "0ns", "1ms", NULL,
	 "An open row that is not used for so long is closed (0: stays open)", FILE_},
	{"dram.write_queue", PARAM_U32, AT(dram_timing.write_queue), "8", "1", "64", NULL,
	 "Lines that wait to be written; written together when so many do, or in a gap", FILE_},
	TLB_PARAMS("tlb.data", tlb_data, "the data TLB (0: translation costs nothing)"),
	TLB_PARAMS("tlb.code", tlb_code, "the instruction TLB"),
	TLB_PARAMS("tlb.second", tlb_second, "the second level behind the data TLB (0: none)"),
	TLB_PARAMS("tlb.second_code", tlb_second_code,
		   "the second level behind the instruction TLB (0: none)"),
	{"tlb.second.unified", PARAM_BOOL, AT(tlb_unified), "off", NULL, NULL, NULL,
	 "The instruction TLB has the same second level as the data TLB", FILE_},
	{"tlb.second.latency", PARAM_U32, AT(tlb_latency), "7", "0", "1000", NULL,
	 "Cycles that a hit in the second level takes more", FILE_},
	{"tlb.walk", PARAM_U32, AT(tlb_walk), "0", "0", "1000", NULL,
	 "Cycles of a page walk besides its loads", FILE_},
	{"tlb.walkers", PARAM_U32, AT(tlb_walkers), "1", "1", "8", NULL,
	 "Walks that a core has under way at a time", FILE_},
	{"tlb.directory", PARAM_U32, AT(tlb_directory), "24", "1", "4096", NULL,
	 "Entries of the tables' upper levels that a core keeps at hand", FILE_},
	{"tlb.walk_l1", PARAM_BOOL, AT(tlb_walk_l1), "on", NULL, NULL, NULL,
	 "Page walks load through the L1 data cache; off: through L2", FILE_},
	{"tlb.direct_1g", PARAM_BOOL, AT(tlb_direct_1g), "off", NULL, NULL, NULL,
	 "The kernel maps all memory by 1 GiB pages, else by 2 MiB pages", FILE_},
	{"dma.policy", PARAM_ENUM, AT(dma_policy), "invalidate", NULL, NULL, dma_names,
	 "What a device's write does to cached lines; ddio also allocates in the shared cache",
	 FILE_},
	{"dma.ways", PARAM_U32, AT(dma_ways), "2", "1", "32", NULL,
	 "Ways of a set of the shared cache that ddio may allocate in",
	 "Intel Data Direct I/O Technology Primer (2012): 10 % of the LLC"},
	{"dma.hit", PARAM_TIME, AT(dma_hit), "0ns", "0ns", "10us", NULL,
	 "Latency of a device's read that a cache supplies (0: the shared cache's latency, "
	 "else coherence.socket or coherence.die)",
	 FILE_},
	{"dma.dca", PARAM_BOOL, AT(dma_dca), "off", NULL, NULL, NULL,
	 "The chipset honours direct-cache-access hints of a device's writes", FILE_},
	{"dma.socket", PARAM_U32, AT(dma_socket), "0", "0", "7", NULL,
	 "Socket that the devices are attached to", FILE_},
	{.name = NULL},
};

const struct param_table mem_param_table = {
	.name = "machine",
	.help = "Caches, coherence, DRAM and DMA of a machine (machines/*.yaml)",
	.params = params,
	.struct_size = sizeof(struct mem_params),
};

/* A size that is no size of a cache: told where it is written. */
static char *at_size(struct yaml_node *machine, const char *name, char *err)
{
	char *path = xasprintf("%s.size", name);
	struct yaml_node *n = machine ? yaml_find(machine, path) : NULL;

	free(path);
	return err_in(err, "%s", n ? yaml_where(n) : machine ? yaml_where(machine) : "machine");
}

/* Tags and states of so many lines take about 1.5 GB. */
#define LINES_MAX (1ull << 27)

static char *check_room(const struct mem_params *p)
{
	uint32_t share = p->l2_share ? p->l2_share : 1;
	uint64_t bytes = p->cpus * (p->l1d.size + p->l1i.size + p->l2.size / share);

	if (p->l3.size)
		bytes += p->cpus / p->l3_share * (p->l3.size + p->filter.size);
	if (bytes >> MEM_LINE_SHIFT > LINES_MAX)
		return err_fmt(
			"the caches of all CPUs are %llu MiB; more than %llu MiB are not simulated",
			(unsigned long long)bytes >> 20,
			(unsigned long long)(LINES_MAX << MEM_LINE_SHIFT) >> 20);
	return NULL;
}

static char *check_geometry(struct yaml_node *machine, const struct mem_params *p)
{
	const struct {
		const struct cache_geometry *g;
		const char *name;
	} all[] = {{&p->l1d, "cache.l1d"},
		   {&p->l1i, "cache.l1i"},
		   {&p->l2, "cache.l2"},
		   {&p->l3, "cache.l3"},
		   {&p->filter, "coherence.filter"}};

	for (unsigned int i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		char *err = cache_geometry_check(all[i].g, all[i].name);

		if (!err && i < 2 && !all[i].g->size)
			err = err_fmt("%s cannot be absent", all[i].name);
		if (err)
			return at_size(machine, all[i].name, err);
	}
	return NULL;
}

static char *check_shape(const struct mem_params *p)
{
	uint32_t share = p->l3.size ? p->l3_share : p->l2_share;

	if (p->cpus % p->sockets)
		return err_fmt("cpu.count %u is not a multiple of cpu.sockets %u", p->cpus,
			       p->sockets);
	if (p->cpus / p->sockets % share)
		return err_fmt("%u CPUs a socket cannot share caches by %u", p->cpus / p->sockets,
			       share);
	if (p->l3.size && (!p->l2.size || p->l2_share != 1))
		return err_fmt("cache.l3 needs an L2 of each CPU's own (cache.l2.share 1)");
	if (p->l3.size && p->l3_policy == L3_VICTIM && !p->filter.size)
		return err_fmt("cache.l3.policy victim needs coherence.filter");
	if (p->l3.size && p->l2_policy == L2_EXCLUSIVE)
		return err_fmt("cache.l2.policy exclusive goes without an L3");
	if (p->dram_nodes != 1 && p->dram_nodes != p->sockets)
		return err_fmt("dram.nodes must be 1 or cpu.sockets (%u)", p->sockets);
	if ((p->dram_timing.banks & (p->dram_timing.banks - 1)) ||
	    (p->dram_row & (p->dram_row - 1)))
		return err_fmt("dram.banks and dram.row must be powers of two");
	if (p->dram_timing.banks && p->dram_activate >= p->dram_latency)
		return err_fmt("dram.activate is a part of dram.latency");
	if (p->dma_socket >= p->sockets)
		return err_fmt("dma.socket %u: there are %u sockets", p->dma_socket, p->sockets);
	if (p->dma_policy == DMA_DDIO && !p->l3.size)
		return err_fmt("dma.policy ddio needs an L3");
	return NULL;
}

static char *check_array(const char *name, uint32_t entries, uint32_t ways)
{
	uint32_t sets = ways ? entries / ways : 1;

	if (ways && (!sets || sets * ways != entries || (sets & (sets - 1))))
		return err_fmt("%s: %u entries in %u ways are not a power of two of sets", name,
			       entries, ways);
	return NULL;
}

static char *check_tlb_level(const char *name, const struct tlb_geometry *g)
{
	char *err = check_array(name, g->entries, g->ways);

	return err ? err : check_array(name, g->large, g->large_ways);
}

/* The first levels must hold pages of each size that there are. */
static char *check_tlb(const struct mem_params *p)
{
	const struct tlb_geometry *first[] = {&p->tlb_data, &p->tlb_code};
	static const char *const name[] = {"tlb.data", "tlb.code"};
	char *err = check_tlb_level("tlb.second", &p->tlb_second);

	if (!err)
		err = check_tlb_level("tlb.second_code", &p->tlb_second_code);
	if (!err && p->tlb_unified && p->tlb_second_code.entries)
		err = err_fmt("tlb.second_code: tlb.second.unified says that there is none");
	if (!p->tlb_data.entries)
		return err;
	for (int i = 0; i < 2 && !err; i++) {
		const struct tlb_geometry *g = first[i];

		err = check_tlb_level(name[i], g);
		if (!err && (!g->entries || (g->any == TLB_SPLIT && !g->large) ||
			     (g->any != TLB_ANY && !g->huge && p->tlb_direct_1g)))
			err = err_fmt("%s has no entries for some size of pages", name[i]);
	}
	if (!err && !p->tlb_walk_l1 && (!p->l2.size || p->l2_share != 1))
		err = err_fmt("tlb.walk_l1 off needs an L2 of each CPU's own");
	return err;
}

static void set_timing(struct mem_params *p)
{
	struct dram_timing *t = &p->dram_timing;

	t->row_lines = (uint32_t)(p->dram_row >> MEM_LINE_SHIFT);
	t->activate = (uint32_t)p->dram_activate;
	t->precharge = (uint32_t)p->dram_precharge;
	t->row_cycle = (uint32_t)p->dram_row_cycle;
	t->write_recovery = (uint32_t)p->dram_write_recovery;
	t->to_read = (uint32_t)p->dram_to_read;
	t->to_write = (uint32_t)p->dram_to_write;
	t->close_after = (uint32_t)p->dram_close_after;
}

char *mem_params_load(struct yaml_node *machine, struct mem_params *p)
{
	char *err;

	param_defaults(&mem_param_table, p);
	err = param_load(&mem_param_table, machine, p);
	if (err)
		return err;
	err = check_geometry(machine, p);
	if (err)
		return err;
	err = check_shape(p);
	if (!err)
		err = check_room(p);
	if (!err)
		err = check_tlb(p);
	if (err)
		return machine ? err_in(err, "%s", yaml_where(machine)) : err;
	if (!p->dram_remote)
		p->dram_remote = p->dram_latency;
	set_timing(p);
	return err;
}
