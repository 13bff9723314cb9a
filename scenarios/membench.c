/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures a machine: see membench.h. Text is membench_text.c's, files membench_plot.c's. */
#include "scenarios/membench.h"

#include <stdlib.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/sched.h"
#include "models/mem/layout.h"
#include "models/mem/mem.h"
#include "scenarios/membench_int.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/sim.h"
#include "sim/yaml.h"

#define CALL_BYTES     65536u	  /* of one copy, as a socket call's */
#define MEASURED_BYTES (1u << 20) /* at least so much is measured */
#define INSTR_PER_16   2
#define COPY_APART     (160u << 10)

/* A kernel that does nothing: its functions cost no instructions. */
static const char kernel_text[] =
	"name: membench\n"
	"hz: 100Hz\n"
	"costs_default: {instructions: 0, bytes: 64, source: no kernel}\n";

typedef void move_fn(uint64_t at, uint64_t size, uint32_t len);

static void move_read(uint64_t at, uint64_t size, uint32_t len)
{
	(void)size;
	mem_sum(LAYOUT_PAGES + at, len, INSTR_PER_16);
}

static void move_write(uint64_t at, uint64_t size, uint32_t len)
{
	(void)size;
	mem_clear(LAYOUT_PAGES + at, len);
}

/* Both contiguous: not at a distance that has them in one bank of DRAM all the time. */
static void move_copy(uint64_t at, uint64_t size, uint32_t len)
{
	mem_copy(LAYOUT_PAGES + size + COPY_APART + at, LAYOUT_PAGES + at, len);
}

static void move_all(move_fn *move, uint64_t size)
{
	for (uint64_t at = 0; at < size; at += CALL_BYTES)
		move(at, size, size - at < CALL_BYTES ? (uint32_t)(size - at) : CALL_BYTES);
}

/* MB/s (10^6 bytes). */
static double bandwidth(move_fn *move, uint64_t size)
{
	uint64_t rounds = MEASURED_BYTES / size ? MEASURED_BYTES / size : 1;
	sim_time start;

	move_all(move, size);
	cpu_sync();
	start = cpu_now();
	for (uint64_t i = 0; i < rounds; i++)
		move_all(move, size);
	return (double)(size * rounds) / ((double)sim_sub(cpu_now(), start).ps * 1e-12) * 1e-6;
}

static void measure_bandwidth(void *arg)
{
	struct membench_result *r = arg;

	syscall_enter();
	for (uint64_t size = 1024; size <= r->largest && r->bandwidths < MEMBENCH_SIZES;
	     size *= 2) {
		struct membench_bandwidth *b = &r->bandwidth[r->bandwidths++];

		b->bytes = size;
		b->read = bandwidth(move_read, size);
		b->write = bandwidth(move_write, size);
		b->copy = bandwidth(move_copy, size / 2);
	}
	sim_stop();
	syscall_exit();
}

static void add_latency(struct membench_result *r, struct mem *m, uint64_t bytes)
{
	if (r->latencies == MEMBENCH_SIZES || bytes > r->largest)
		return;
	r->latency[r->latencies++] = (struct membench_point){bytes, membench_latency(m, 0, bytes)};
}

static void measure_latency(struct membench_result *r, struct mem *m)
{
	for (uint64_t size = 1024; size <= r->largest; size *= 2) {
		add_latency(r, m, size);
		add_latency(r, m, size + size / 2);
	}
	for (unsigned int i = 0; i < r->levels; i++)
		r->plateau[i] = membench_plateau(m, &r->level[i], membench_typical(r->level, i));
}

static void measure_transfers(struct membench_result *r, struct mem *m)
{
	struct membench_pairs p = membench_pairs(m);

	r->core = p.core < 0 ? 0 : membench_transfer(m, 0, (unsigned int)p.core);
	r->die = p.die < 0 ? 0 : membench_transfer(m, 0, (unsigned int)p.die);
	r->socket = p.socket < 0 ? 0 : membench_transfer(m, 0, (unsigned int)p.socket);
}

static void measure(struct membench_result *r, struct host *h)
{
	struct mem *m = host_mem(h);

	r->name = membench_name(m);
	r->cycle_ps = 1e12 / (double)mem_cpu_hz(m);
	r->levels = membench_levels(m, &r->published, r->level);
	r->largest = membench_typical(r->level, r->levels - 1);
	measure_latency(r, m);
	measure_transfers(r, m);
	mem_flush(m);
	task_new(h, "membench", measure_bandwidth, r, 1, 0);
	sim_run(SIM_NEVER);
}

char *membench_run(struct yaml_node *machine, const char *dir, FILE *out)
{
	struct membench_result *r = xcalloc(1, sizeof(*r));
	struct yaml_node *kernel = NULL;
	struct host *h = NULL;
	char *err = membench_published(machine, &r->published);

	if (!err)
		err = yaml_parse("membench", kernel_text, &kernel);
	if (!err)
		err = host_new("membench", machine, kernel, 1, &h);
	if (err) {
		free(r);
		return err;
	}
	measure(r, h);
	membench_print(r, out);
	if (dir)
		err = membench_files(r, dir);
	param_free(&membench_published_table, &r->published);
	free(r);
	return err;
}
