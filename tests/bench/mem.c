/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Speed of the memory model alone, in CPU time: `mem [MACHINE.yaml...]`.  Prints
 * million accesses a second for L1 hits, beside the 60 that there should be, and ns an
 * access for what is slower, also as hits in L1 that would take as long.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "models/mem/mem.h"
#include "sim/yaml.h"

#define N 20000000u

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts); /* other work on the machine does not count */
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* n accesses with this step over `span` bytes by `cpus` CPUs in turn; ns each. */
static double run(struct mem *m, unsigned int cpus, uint64_t span, uint64_t step, enum mem_req req,
		  uint32_t n)
{
	double start;
	uint64_t sum = 0, at = 0, t = 0;
	unsigned int cpu = 0;

	start = now();
	for (uint32_t i = 0; i < n; i++) {
		sum += mem_access(m, cpu, 0x10000000 + cpu * span + at, req, SIM_PS(t)).ps;
		at += step;
		if (at >= span)
			at -= span;
		if (++cpu == cpus)
			cpu = 0;
		t += 20000;
	}
	if (!sum)
		printf("?");
	return (now() - start) / n * 1e9;
}

static double ping_pong(struct mem *m, uint32_t n)
{
	double start = now();

	for (uint32_t i = 0; i < n; i++)
		mem_access(m, i & 1, 0x10000000 + (i / 2 % 64) * 64, MEM_GETX,
			   SIM_PS(i * 100000ull));
	return (now() - start) / n * 1e9;
}

static double hit_ns; /* what the others are compared with */

static void rate(const char *what, double ns)
{
	printf("  %-16s        %8.1f M/s, target at least 60: %s\n", what, 1e3 / ns,
	       1e3 / ns >= 60 ? "reached" : "not reached");
}

static void slower(const char *what, unsigned int cpus, double ns)
{
	printf("  %-16s %u CPU%s %8.1f ns, %5.1f hits in L1\n", what, cpus, cpus == 1 ? " " : "s",
	       ns, ns / hit_ns);
}

static int bench(const char *file)
{
	struct yaml_node *n;
	struct mem *m;
	unsigned int cpus;
	char *err = yaml_load(file, &n);

	if (!err)
		err = mem_new("bench", yaml_get(n, "machine"), &m);
	if (err) {
		fprintf(stderr, "%s\n", err);
		return 2;
	}
	cpus = mem_cpus(m) < 4 ? mem_cpus(m) : 4;
	printf("%s\n", file);
	run(m, 1, 8192, 64, MEM_GETS, 1000);
	hit_ns = run(m, 1, 8192, 64, MEM_GETS, N);
	rate("L1 hits, loads", hit_ns);
	run(m, 1, 8192, 64, MEM_GETX, 1000);
	rate("L1 hits, stores", run(m, 1, 8192, 64, MEM_GETX, N));
	slower("L2 hits", 1, run(m, 1, 192 << 10, 64 * 67, MEM_GETS, N / 8));
	slower("DRAM, random", cpus, run(m, cpus, 128 << 20, 64 * 1049, MEM_GETS, N / 8));
	slower("DRAM, stores", cpus, run(m, cpus, 128 << 20, 64 * 1049, MEM_GETX, N / 8));
	slower("DRAM, in line", 1, run(m, 1, 128 << 20, 64, MEM_GETS, N / 8));
	slower("stores in turn", 2, ping_pong(m, N / 8));
	mem_free(m);
	yaml_free(n);
	return 0;
}

int main(int argc, char **argv)
{
	int status = 0;

	if (argc == 1)
		return bench("scenarios/machines/athlon64-x2-2000.yaml") |
		       bench("scenarios/machines/xeon-e5540.yaml");
	for (int i = 1; i < argc; i++)
		status |= bench(argv[i]);
	return status;
}
