/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `sync: fine` lets CPUs run past each other only where nobody can tell: code
 * whose shared data is under locks does the same, to the picosecond, as with
 * every access ordered.
 */
#include "tests/host_fake.h"

#include "sim/rng.h"

#define CPUS  4
#define LOCKS 3

static struct spinlock lock[LOCKS];
static uint64_t shared[LOCKS];
static uint64_t hash[LOCKS];
static unsigned int logged;

static void note(unsigned int id, unsigned int l)
{
	hash[l] = (hash[l] ^ (cpu_now().ps * 64 + id) ^ shared[l]) * 0x100000001b3ull;
	logged++;
}

/*
 * Keeps each CPU at picoseconds of its own, so that no two act at the same one:
 * their order would be nobody's business.
 */
static void align(unsigned int id)
{
	cpu_stall(SIM_PS((CYCLE + 100 * id - cpu_now().ps % CYCLE) % CYCLE), CAUSE_MMIO);
}

static void body(void *arg)
{
	unsigned int id = (unsigned int)(uintptr_t)arg;
	char *name = xasprintf("task%u", id);
	struct rng *r = rng_new(3, name);

	syscall_enter();
	for (;;) {
		unsigned int l = (unsigned int)rng_below(r, LOCKS);

		for (uint64_t i = rng_below(r, 40); i; i--)
			mem_rw(0x200000 + id * 0x10000 + 64 * rng_below(r, 64), 8);
		cpu_instr(rng_below(r, 400));
		align(id);
		spin_acquire(&lock[l]);
		align(id);
		mem_rw(0x300000 + 64 * l, 8);
		cpu_instr(rng_below(r, 100));
		shared[l] = shared[l] * 3 + id;
		note(id, l);
		spin_release(&lock[l]);
	}
}

static void run(const char *cpu)
{
	struct host *h = fake_host("a", CPUS, cpu, "hz: 1000Hz");

	fake_coherent = true;
	for (unsigned int i = 0; i < LOCKS; i++)
		spin_init(&lock[i], "lock", 0x100000 + 64 * i);
	for (uintptr_t i = 0; i < CPUS; i++)
		task_new(h, "t", body, (void *)i, 1ull << i, 0);
	sim_run(SIM_MS(5));
	fake_check_accounts(h);
}

static int result[2];

static void test_exact(void **state)
{
	uint64_t out[2];

	(void)state;
	run("sync: exact, atomic: 20");
	out[0] = hash[0] ^ hash[1] * 3 ^ hash[2] * 5;
	out[1] = logged;
	assert_int_equal(write(result[1], out, sizeof(out)), sizeof(out));
}

static void test_fine(void **state)
{
	uint64_t exact[2];

	(void)state;
	assert_int_equal(read(result[0], exact, sizeof(exact)), sizeof(exact));
	run("sync: fine, atomic: 20");
	assert_true(logged > 10000);
	assert_int_equal(logged, exact[1]);
	assert_int_equal(hash[0] ^ hash[1] * 3 ^ hash[2] * 5, exact[0]);
}

int main(void)
{
	if (pipe(result))
		return 1;
	return in_child(test_exact) | RUN_ONE(test_fine);
}
