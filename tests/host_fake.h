/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A host on a memory of exact, made-up latencies, whose kernel functions cost
 * nothing unless a test says so: 2 GHz, one cycle (500 ps) an instruction.
 *
 * Lines from FAKE_L2, FAKE_DRAM and up never stay in L1; all others hit, unless
 * `fake_coherent` is set: then a line is in the L1 of those who touched it, and
 * taking it from another CPU costs FAKE_PEER_PS.
 * Pages from FAKE_FAR on are in no TLB: each access to one walks for fake_walk_ps.
 * Include it in one file of a program: it defines the memory model's symbols.
 */
#ifndef NICPATH_TESTS_HOST_FAKE_H
#define NICPATH_TESTS_HOST_FAKE_H

#include "tests/tap.h"

#include <string.h>
#include <sys/wait.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/lock.h"
#include "models/host/sched.h"
#include "models/host/timer.h"
#include "models/mem/layout.h"
#include "models/mem/mem.h"
#include "models/mem/slab.h"
#include "models/mem/tlb.h"
#include "sim/check.h"
#include "sim/sim.h"
#include "sim/yaml.h"

#define FAKE_L2	     0x100000000ull
#define FAKE_DRAM    0x200000000ull
#define FAKE_FAR     0x300000000ull
#define FAKE_L2_PS   6000u
#define FAKE_DRAM_PS 60000u
#define FAKE_PEER_PS 40000u
#define FAKE_LINES   65536u
#define CYCLE	     500u

struct mem {
	unsigned int cpus;
	uint64_t ifills[64];
	struct tlbs tlbs;
	uint64_t holders[FAKE_LINES]; /* bit per CPU, by the line's low bits */
};

static bool fake_coherent;
static unsigned int fake_cpus = 1;
static unsigned int fake_walk_ps;   /* of an access from FAKE_FAR on */
static unsigned int fake_ifetch_ps; /* not 0: each code line misses */
static uint64_t fake_accesses, fake_ifetches, fake_whole_lines;

const char *const mem_level_name[MEM_LEVELS] = {"l1", "l2", "llc", "peer", "remote", "dram"};

char *mem_new(const char *host, struct yaml_node *machine, struct mem **out)
{
	(void)host;
	(void)machine;
	*out = xcalloc(1, sizeof(struct mem));
	(*out)->cpus = fake_cpus;
	return NULL;
}

struct tlbs *mem_tlbs(struct mem *m, unsigned int cpu)
{
	(void)cpu;
	m->tlbs.data.recent[0].span = FAKE_FAR;
	m->tlbs.code.recent[0].span = UINT64_MAX;
	return &m->tlbs;
}

void tlbs_flush(struct tlbs *t, bool user_only)
{
	(void)t;
	(void)user_only;
}

uint32_t tlb_miss(struct mem *m, unsigned int cpu, struct tlb *t, uint64_t addr, sim_time at)
{
	(void)m;
	(void)cpu;
	(void)t;
	(void)addr;
	(void)at;
	return fake_walk_ps;
}

void mem_free(struct mem *m)
{
	free(m);
}

unsigned int mem_cpus(const struct mem *m)
{
	return m->cpus;
}

unsigned int mem_line_bytes(const struct mem *m)
{
	(void)m;
	return 64;
}

uint64_t mem_bytes(const struct mem *m)
{
	(void)m;
	return 1ull << 30;
}

uint64_t mem_cpu_hz(const struct mem *m)
{
	(void)m;
	return 2000000000;
}

static struct mem_reply fake_shared(struct mem *m, unsigned int cpu, uint64_t addr,
				    enum mem_req req)
{
	uint64_t *h = &m->holders[addr / 64 % FAKE_LINES];
	uint64_t others = *h & ~(1ull << cpu);
	bool mine = *h >> cpu & 1;

	if (req == MEM_GETX) {
		*h = 1ull << cpu;
		return others ? (struct mem_reply){FAKE_PEER_PS, MEM_PEER, true}
			      : (struct mem_reply){0, MEM_L1, false};
	}
	*h |= 1ull << cpu;
	return others && !mine ? (struct mem_reply){FAKE_PEER_PS, MEM_PEER, false}
			       : (struct mem_reply){0, MEM_L1, false};
}

struct mem_reply mem_access(struct mem *m, unsigned int cpu, uint64_t addr, enum mem_req req,
			    sim_time t)
{
	(void)t;
	fake_accesses++;
	if (req == MEM_IFETCH) {
		fake_ifetches++;
		m->ifills[cpu] += fake_ifetch_ps != 0;
		return (struct mem_reply){fake_ifetch_ps, fake_ifetch_ps ? MEM_L2 : MEM_L1, false};
	}
	if (addr >= FAKE_DRAM)
		return (struct mem_reply){FAKE_DRAM_PS, MEM_DRAM, false};
	if (addr >= FAKE_L2)
		return (struct mem_reply){FAKE_L2_PS, MEM_L2, false};
	if (fake_coherent)
		return fake_shared(m, cpu, addr, req);
	return (struct mem_reply){0, MEM_L1, false};
}

struct mem_reply mem_write_line(struct mem *m, unsigned int cpu, uint64_t addr, sim_time t)
{
	fake_whole_lines++;
	return mem_access(m, cpu, addr, MEM_GETX, t);
}

bool mem_others(const struct mem *m, unsigned int cpu, uint64_t addr, bool write)
{
	(void)write;
	return m->holders[addr / 64 % FAKE_LINES] & ~(1ull << cpu);
}

uint64_t mem_ifills(const struct mem *m, unsigned int cpu)
{
	return m->ifills[cpu];
}

uint64_t mem_ifills_of(const struct mem *m, unsigned int cpu, uint64_t addr, unsigned int lines)
{
	(void)addr;
	(void)lines;
	return m->ifills[cpu];
}

void mem_stats(struct mem *m, const char *host)
{
	(void)m;
	(void)host;
}

char *slab_allocator_new(struct host *h, struct slab_allocator **out)
{
	(void)h;
	*out = NULL;
	return NULL;
}

struct layout {
	uint64_t used;
};

struct layout *layout_new(uint64_t ram_bytes)
{
	(void)ram_bytes;
	return xcalloc(1, sizeof(struct layout));
}

void layout_free(struct layout *l)
{
	free(l);
}

uint64_t layout_static(struct layout *l, uint64_t region, uint64_t bytes, uint64_t align)
{
	(void)region;
	l->used = (l->used + align - 1) / align * align;
	l->used += bytes;
	return 0x1000 + l->used - bytes;
}

/* Hardware costs nothing; `more` is further machine.cpu lines, `kernel` likewise. */
static struct yaml_node *fake_yaml(const char *text)
{
	static struct yaml_node *kept[64]; /* hosts refer to them */
	static unsigned int n;
	char *err = yaml_parse("test", text, &kept[n]);

	if (err)
		fail_msg("%s", err);
	return kept[n++];
}

/* `text` over `base`, as a --set would be. */
static struct yaml_node *fake_merge(const char *base, const char *text)
{
	static struct yaml_node *kept[16];
	static unsigned int n;

	kept[n] = yaml_merge(fake_yaml(base), fake_yaml(text));
	return kept[n++];
}

static struct host *fake_host(const char *name, unsigned int cpus, const char *more,
			      const char *kernel)
{
	static const char machine[] =
		"cpu: {cpi: 1, atomic: 0, copy_start: 0, syscall: 0, sysret: 0, irq_entry: 0, "
		"irq_exit: 0, mm_switch: 0, ipi: 1us, halt_exit: 0ns, window: 72, misses: 8}";
	static const char profile[] =
		"name: test\nhz: 100Hz\n"
		"costs_default: {instructions: 0, bytes: 0, source: a test}\n";
	struct yaml_node *m, *k;
	char *text = xasprintf("cpu: {%s}", more);
	struct host *h;
	char *err;

	fake_cpus = cpus;
	m = fake_merge(machine, text);
	k = *kernel ? fake_merge(profile, kernel) : fake_yaml(profile);
	err = host_new(name, m, k, 1, &h);
	if (err)
		fail_msg("%s", err);
	free(text);
	return h;
}

/* Another simulation: a process has one. Returns 1 if it failed. */
static inline int in_child(void (*fn)(void **state))
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid)
		exit(RUN_ONE(fn));
	waitpid(pid, &status, 0);
	return status != 0;
}

/* The invariants that hold whenever nothing runs; returns the elapsed ps. */
static inline uint64_t fake_check_accounts(const struct host *h)
{
	for (unsigned int i = 0; i < host_cpus(h); i++) {
		uint64_t kinds = 0, cells = host_halted(h, i);

		for (int k = 0; k < CPU_KINDS; k++)
			kinds += host_cpu_time(h, i, (enum cpu_kind)k);
		for (unsigned int f = 0; f < FN_COUNT; f++)
			for (unsigned int c = 0; c < CAUSE_COUNT; c++)
				cells += host_function_time(h, i, f, c);
		assert_int_equal(kinds, sim_now().ps);
		assert_int_equal(cells, sim_now().ps);
	}
	return sim_now().ps;
}

#endif
