/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Small machines for tests of the memory model: at 1 GHz a cycle is 1000 ps.
 * L1s have 64 sets (8 KiB, 2 ways), so conflicts are 4 KiB apart.
 */
#ifndef NICPATH_TESTS_MEM_FAKE_H
#define NICPATH_TESTS_MEM_FAKE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/mem/mem.h"
#include "sim/yaml.h"

#define FAKE_L1                                                                                    \
	"l1d: {size: 8KiB, ways: 2, latency: 3, replacement: lru}, "                               \
	"l1i: {size: 8KiB, ways: 2, latency: 1, replacement: lru}, "
#define FAKE_DRAM "dram: {latency: 100ns, bandwidth: 51.2Gbps, size: 1GiB}\n" /* 10 ns a line */

/* K8: exclusive L2 of 32 KiB (128 sets, 4 ways), two CPUs, MOESI. */
#define FAKE_K8                                                                                    \
	"cpu: {count: 2, freq: 1GHz}\n"                                                            \
	"cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 4, latency: 12, policy: exclusive, "           \
	"replacement: lru}, prefetch: {kind: none}}\n"                                             \
	"coherence: {protocol: moesi, die: 70ns, socket: 70ns}\n" FAKE_DRAM

/* Core 2: L2 of 32 KiB shared by pairs, two pairs in two sockets, MESI. */
#define FAKE_CORE2                                                                                 \
	"cpu: {count: 4, sockets: 2, freq: 1GHz}\n"                                                \
	"cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 4, latency: 14, share: 2, "                    \
	"replacement: lru}, prefetch: {kind: none}}\n"                                             \
	"coherence: {core_clean: 14ns, core_dirty: 40ns, die: 80ns, socket: 90ns}\n" FAKE_DRAM

/* Nehalem: own L2 (16 KiB), inclusive L3 of 64 KiB for 2 CPUs, 2 sockets, MESIF. */
#define FAKE_NEHALEM                                                                               \
	"cpu: {count: 4, sockets: 2, freq: 1GHz}\n"                                                \
	"cache: {" FAKE_L1 "l2: {size: 16KiB, ways: 4, latency: 10, replacement: lru}, "           \
	"l3: {size: 64KiB, ways: 4, latency: 40, share: 2, policy: inclusive, "                    \
	"replacement: lru}, prefetch: {kind: none}}\n"                                             \
	"coherence: {core_clean: 65ns, core_dirty: 75ns, socket: 90ns, forward_clean: "            \
	"on}\n" FAKE_DRAM

/* Skylake-SP: own L2 (16 KiB), victim L3 of 64 KiB, filter of 64 KiB. */
#define FAKE_SKX_(l2, protocol)                                                                    \
	"cpu: {count: 4, sockets: 2, freq: 1GHz}\n"                                                \
	"cache: {" FAKE_L1 "l2: {size: 16KiB, ways: 4, latency: 14, replacement: lru, "            \
	"policy: " l2 "}, l3: {size: 64KiB, ways: 4, latency: 50, share: 2, policy: victim, "      \
	"replacement: lru}, prefetch: {kind: none}}\n"                                             \
	"coherence: {protocol: " protocol ", core_clean: 60ns, core_dirty: 70ns, socket: 120ns, "  \
	"filter: {size: 64KiB, ways: 4}}\n" FAKE_DRAM
#define FAKE_SKX FAKE_SKX_("nine", "mesi")
#define FAKE_ZEN FAKE_SKX_("inclusive", "moesi")

static inline struct mem *fake_mem(const char *machine)
{
	struct yaml_node *n = NULL;
	struct mem *m = NULL;
	char *err = yaml_parse("machine", machine, &n);

	if (!err)
		err = mem_new("fake", n, &m);
	if (err)
		fprintf(stderr, "%s\n", err);
	assert_null(err);
	yaml_free(n);
	return m;
}

/* Latency in ns and level of one access at a late, idle moment. */
static inline struct mem_reply fake_access(struct mem *m, unsigned int cpu, uint64_t addr,
					   enum mem_req req)
{
	static uint64_t t;

	t += 1000000; /* 1 us apart: DRAM is idle */
	return mem_access(m, cpu, addr, req, SIM_PS(t));
}

#define expect_access(m, cpu, addr, req, ns, lvl)                                                  \
	do {                                                                                       \
		struct mem_reply r_ = fake_access(m, cpu, addr, req);                              \
		assert_int_equal(r_.ps, (ns)*1000);                                                \
		assert_int_equal(r_.level, lvl);                                                   \
	} while (0)

#endif
