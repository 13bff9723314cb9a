/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Charged code against what its machine must make of it: 1 GHz, 1 cycle an instruction, L1 32 KiB,
 * no L2, DRAM 100 ns. "charge_run mixed [none|recent]" prints time, causes and misses of a random
 * mixture with these tables.
 */
#include "nic_model/linux/charge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "models/mem/mem.h"
#include "sim/yaml.h"

unsigned long walk(unsigned long *p, long n, long step);
unsigned long mixed(unsigned long *p, long n, unsigned long seed);
void fill(char *p, long n);

extern struct hook_block __start_hook_blocks[], __stop_hook_blocks[];
extern struct hook_site __start_hook_sites[], __stop_hook_sites[];
extern struct hook_func __start_hook_funcs[], __stop_hook_funcs[];

static const struct hook_image image = {__start_hook_blocks,
					__stop_hook_blocks,
					__start_hook_sites,
					__stop_hook_sites,
					__start_hook_funcs,
					__stop_hook_funcs,
					&hook_ops,
					&hook_cur,
					hook_switch,
					&hook_save_fp,
					NULL};

static const char machine_text[] =
	"cpu: {count: 1, sockets: 1, freq: 1GHz, cpi: 1.0, window: 1, misses: 1, store_buffer: 1, "
	"atomic: 20, copy_bytes: 8,"
	" copy_start: 15}\n"
	"cache:\n"
	"  l1d: {size: 32KiB, ways: 8, latency: 1, replacement: lru}\n"
	"  l1i: {size: 32KiB, ways: 8, latency: 1, replacement: lru}\n"
	"  l2: {size: 256KiB, ways: 8, latency: 10, replacement: lru}\n"
	"  prefetch: {kind: none}\n"
	"dram: {size: 1GiB, latency: 100ns, bandwidth: 1000Gbps, nodes: 1}\n";

/* Line numbers of RAM must not have 32 low bits of 0: that is the empty entry of hook tables. */
#define RAM	  0x40100000000ul
#define RAM_BYTES (4ul << 20)

static struct charge *charge;
static int bad;

static void start(enum charge_tables tables)
{
	struct charge_setup s = {.name = "test",
				 .cpus = 1,
				 .image = &image,
				 .ram_base = RAM,
				 .ram_bytes = RAM_BYTES,
				 .tables = tables};
	char *err = yaml_parse("machine", machine_text, &s.machine);

	if (!err)
		err = mem_new("test", s.machine, &s.mem);
	if (!err)
		err = charge_new(&s, &charge);
	if (err) {
		fprintf(stderr, "%s\n", err);
		exit(1);
	}
	if (mmap((void *)RAM, RAM_BYTES, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
		exit(1);
	hook_save_fp = 1;
	charge_park(charge, 0, false);
	charge_run(charge, 0);
}

static void expect(const char *what, uint64_t ps, uint64_t want)
{
	if (ps == want)
		return;
	printf("%s: %lu ps, expected %lu\n", what, ps, want);
	bad = 1;
}

static uint64_t insns(void)
{
	uint64_t n = 0;

	for (struct hook_block *b = image.blocks; b < image.blocks_end; b++)
		for (int i = 0; i < HOOK_NR_CLASSES; i++)
			n += b->count * b->insns[i];
	return n;
}

/* Time of walk() beyond a nanosecond an instruction. */
static uint64_t walk_stall(long n, long step)
{
	uint64_t t, i = insns();

	t = charge_now(charge, 0);
	walk((unsigned long *)RAM, n, step);
	charge_drain(charge, 0);
	return charge_now(charge, 0) - t - (insns() - i) * 1000;
}

static void add(void *arg, const struct hook_func *f, const struct charge_cost *k)
{
	(void)f;
	*(uint64_t *)arg += k->ps;
}

static void exact(void)
{
	uint64_t cause[CAUSE_COUNT], sum = 0, by_function = 0, t;

	walk_stall(1, 0);
	/*
	 * One load under way at a time and a window of one instruction: each new line waits 100 ns,
	 * less what the next block issues before it comes to its own load: four instructions of the
	 * loop, at its end one.
	 */
	expect("lines from DRAM", walk_stall(65, 8), 63 * 96000 + 99000);
	expect("lines in L1", walk_stall(65, 8), 0);
	expect("words of known lines", walk_stall(512, 1), 0);
	t = charge_now(charge, 0);
	fill((char *)RAM, 4096);
	/* 15 cycles, 64 lines of 8 cycles; 3 instructions of its own */
	/* 4 instructions of its own, 15 cycles to start, 8 a line; the last store is still on its
	 * way */
	expect("string store of lines in L1", charge_now(charge, 0) - t, 4000 + 15000 + 64 * 8000);
	charge_causes(charge, cause);
	for (int i = 0; i < CAUSE_COUNT; i++)
		sum += cause[i];
	expect("causes", sum, charge_now(charge, 0));
	charge_functions(charge, add, &by_function);
	expect("functions", by_function, charge_now(charge, 0));
}

static void mixture(void)
{
	uint64_t cause[CAUSE_COUNT], misses = 0;

	mixed((unsigned long *)RAM, 200000, 1);
	charge_causes(charge, cause);
	printf("%lu ps:", charge_now(charge, 0));
	for (int i = 0; i < CAUSE_COUNT; i++)
		printf(" %s %lu", cpu_cause_name[i], cause[i]);
	for (struct hook_site *s = image.sites; s < image.sites_end; s++)
		misses += s->misses;
	printf(" misses %lu\n", misses);
}

int main(int argc, char **argv)
{
	start(argc < 3			 ? CHARGE_TABLES_ALL
	      : !strcmp(argv[2], "none") ? CHARGE_TABLES_NONE
					 : CHARGE_TABLES_RECENT);
	if (argc > 1)
		mixture();
	else
		exact();
	return bad;
}
