/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The memory model's code for K8-shaped cores, and the exchange of two lines in one
 * set that it does where L1D and L2 have as many sets, and its code for Core-2-shaped
 * ones, are the general code but for speed: under one random load every reply, every
 * line's state and every count agree.
 */
#include "tests/mem_fake.h"

#include <stdbool.h>
#include <string.h>

#include "models/mem/mem_int.h"

#define LINES 6000
#define OPS   400000

#define K8_SHAPE(l2_size)                                                                          \
	"cpu: {count: 2, freq: 1GHz}\n"                                                            \
	"cache: {" FAKE_L1 "l2: {size: " l2_size ", ways: 16, latency: 12, policy: exclusive, "    \
	"replacement: plru, fill: 5}, prefetch: {kind: stream, depth: 3}}\n"                       \
	"coherence: {protocol: moesi, die: 70ns, socket: 70ns}\n" FAKE_DRAM

#define C2_SHAPE(replacement)                                                                      \
	"cpu: {count: 2, freq: 1GHz}\n"                                                            \
	"cache: {l1d: {size: 32KiB, ways: 8, latency: 3, replacement: plru}, "                     \
	"l1i: {size: 32KiB, ways: 8, latency: 1, replacement: plru}, "                             \
	"l2: {size: 192KiB, ways: 12, latency: 14, share: 2, fill: 8, replacement: " replacement   \
	"}, prefetch: {kind: stream, depth: 3}}\n"                                                 \
	"coherence: {core_clean: 14ns, core_dirty: 40ns, die: 80ns}\n" FAKE_DRAM

static uint64_t seed = 1;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)((seed >> 33) % n);
}

/* Runs through pages and jumps, so that there are streams, conflicts and sharing. */
static uint64_t next_line(uint64_t line)
{
	return rnd(4) ? (line + 1) % LINES : rnd(LINES);
}

static void same_access(struct mem *a, struct mem *b, uint64_t line, uint64_t t)
{
	enum mem_req req = (enum mem_req)rnd(4);
	unsigned int cpu = rnd(2);
	struct mem_reply x = mem_access(a, cpu, line << 6, req, SIM_PS(t));
	struct mem_reply y = mem_access(b, cpu, line << 6, req, SIM_PS(t));

	assert_int_equal(x.ps, y.ps);
	assert_int_equal(x.level, y.level);
	assert_int_equal(x.shared, y.shared);
}

static void same_dma(struct mem *a, struct mem *b, uint64_t line, uint64_t t)
{
	if (rnd(2))
		assert_int_equal(mem_dma_read(a, line << 6, 256, SIM_PS(t)).ps,
				 mem_dma_read(b, line << 6, 256, SIM_PS(t)).ps);
	else
		assert_int_equal(mem_dma_write(a, line << 6, 256, SIM_PS(t), -1).ps,
				 mem_dma_write(b, line << 6, 256, SIM_PS(t), -1).ps);
}

static void same_contents(const struct mem *a, const struct mem *b)
{
	for (uint64_t line = 0; line < LINES + 4; line++)
		for (unsigned int cpu = 0; cpu < 2; cpu++) {
			assert_int_equal(core_where(&a->core[cpu], line),
					 core_where(&b->core[cpu], line));
			assert_int_equal(core_state(a, cpu, line), core_state(b, cpu, line));
		}
	assert_memory_equal(&a->l1d, &b->l1d, sizeof(a->l1d));
	assert_memory_equal(&a->l1i, &b->l1i, sizeof(a->l1i));
	assert_memory_equal(&a->l2, &b->l2, sizeof(a->l2));
	assert_memory_equal(&a->shared, &b->shared, sizeof(a->shared));
	for (uint64_t line = 0; line < LINES + 4 && a->c2; line++)
		assert_int_equal(domain_state(a, &a->domain[0], line),
				 domain_state(b, &b->domain[0], line));
	assert_int_equal(a->prefetch_used, b->prefetch_used);
	assert_int_equal(a->writebacks, b->writebacks);
	assert_true(a->l2.access > a->l2.miss || a->shared.access > a->shared.miss);
	assert_true(a->prefetch_used > 0 && a->peer > 0);
}

static void agree(const char *machine, bool swap)
{
	struct mem *fast = fake_mem(machine), *plain = fake_mem(machine);
	uint64_t line = 0;

	assert_true(fast->k8 || fast->c2);
	assert_int_equal(fast->k8_swap, swap);
	plain->k8 = plain->k8_swap = plain->c2 = false;
	for (unsigned int i = 0; i < OPS; i++) {
		line = next_line(line);
		if (rnd(50))
			same_access(fast, plain, line, i * 3000ull + rnd(9000));
		else
			same_dma(fast, plain, line, i * 3000ull);
	}
	same_contents(fast, plain);
	mem_free(fast);
	mem_free(plain);
}

static void as_many_sets(void **state)
{
	(void)state;
	agree(K8_SHAPE("64KiB"), true);
}

static void more_sets(void **state)
{
	(void)state;
	agree(K8_SHAPE("128KiB"), false);
}

static void over_shared(void **state)
{
	(void)state;
	agree(C2_SHAPE("plru"), false);
	agree(C2_SHAPE("lru"), false);
}

/* Anything else is not taken for one. */
static void others_are_not(void **state)
{
	struct mem *m[] = {fake_mem(FAKE_K8), fake_mem(FAKE_SKX), fake_mem(K8_SHAPE("192KiB")),
			   fake_mem(FAKE_CORE2)};

	(void)state;
	for (unsigned int i = 0; i < 4; i++) {
		assert_false(m[i]->k8);
		assert_false(m[i]->c2);
		mem_free(m[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_many_sets), cmocka_unit_test(more_sets),
		cmocka_unit_test(over_shared), cmocka_unit_test(others_are_not)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
