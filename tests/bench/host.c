/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What charging costs in wall time: one CPU of a real machine file's memory, its
 * data in L1, as most of a packet's accesses are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/host/lock.h"
#include "models/host/sched.h"
#include "sim/sim.h"
#include "sim/yaml.h"

#define N 5000000u

static const char machine_text[] =
	"cpu: {count: 2, freq: 2.0GHz, cpi: 1.1}\n"
	"cache:\n"
	"  l1i: {size: 64KiB, ways: 2, latency: 3}\n"
	"  l1d: {size: 64KiB, ways: 2, latency: 3}\n"
	"  l2: {size: 512KiB, ways: 16, latency: 12, policy: exclusive}\n"
	"dram: {latency: 60ns, bandwidth: 51Gbps, size: 2GiB}\n";
static const char kernel_text[] = "name: bench\nhz: 1000Hz\nnohz: on\n"
				  "costs_default: {instructions: 60, bytes: 250, source: bench}\n";

static struct waitq q;
static struct spinlock lock;

static double wall(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static void report(const char *what, double from, unsigned int n)
{
	printf("%-44s %7.1f ns\n", what, (wall() - from) / n * 1e9);
}

static void charge(void)
{
	double t = wall();

	for (unsigned int i = 0; i < N; i++)
		KFN_RUN(tcp_ack);
	report("kfn_enter and kfn_leave", t, N);
	t = wall();
	for (unsigned int i = 0; i < N; i++)
		mem_read(0x8000000 + i % 256 * 64, 8);
	report("mem_read of a line in L1", t, N);
	t = wall();
	for (unsigned int i = 0; i < N; i++)
		mem_rw(0x8000000 + i % 256 * 64, 8);
	report("mem_rw of a line in L1", t, N);
	t = wall();
	for (unsigned int i = 0; i < N; i++)
		mem_read(0x9000000 + i % 4096 * 64, 8);
	report("mem_read of a line in L2", t, N);
	t = wall();
	for (unsigned int i = 0; i < N; i++)
		cpu_instr(10);
	report("cpu_instr", t, N);
	t = wall();
	for (unsigned int i = 0; i < N / 10; i++)
		mem_copy(0x8100000, 0x8200000, 1448);
	report("mem_copy of 1448 bytes", t, N / 10);
	t = wall();
	for (unsigned int i = 0; i < N / 10; i++) {
		spin_acquire(&lock);
		spin_release(&lock);
	}
	report("spin lock and unlock", t, N / 10);
}

/* A transmitted frame's worth: 60 functions, 150 lines. */
static void frames(const char *what, unsigned int n)
{
	uint64_t data = 0x8000000 + (uint64_t)cpu_id(this_cpu) * 0x1000000;
	double t = wall();

	for (unsigned int i = 0; i < n; i++)
		for (unsigned int f = 0; f < 60; f++) {
			struct kfn_scope s;

			kfn_enter(&s, (enum kfn)(1 + f));
			mem_read(data + (i * 7 + f * 3) % 800 * 64, 8);
			mem_rw(data + (i * 7 + f * 3 + 1) % 800 * 64, 8);
			if (f % 2)
				mem_write(data + (i * 7 + f * 3 + 2) % 800 * 64, 8);
			kfn_leave(&s);
		}
	report(what, t, n);
}

static void other(void *arg)
{
	(void)arg;
	syscall_enter();
	for (;;)
		frames("", 1u << 30);
}

static void wake_self(void)
{
	double t = wall();

	for (unsigned int i = 0; i < N / 20; i++)
		task_delay(SIM_US(2));
	report("sleep, idle, timer interrupt, wake-up", t, N / 20);
}

static void body(void *arg)
{
	struct host *h = arg;

	syscall_enter();
	charge();
	wake_self();
	frames("a frame: 60 functions, 150 lines", N / 50);
	task_new(h, "other", other, NULL, 2, 0);
	frames("the same, another CPU as busy (both counted)", N / 50);
	sim_stop();
	task_delay(SIM_US(1));
}

int main(void)
{
	struct yaml_node *machine, *kernel;
	struct host *h;
	char *err = yaml_parse("machine", machine_text, &machine);

	if (!err)
		err = yaml_parse("kernel", kernel_text, &kernel);
	if (!err)
		err = host_new("bench", machine, kernel, 1, &h);
	if (err) {
		fprintf(stderr, "%s\n", err);
		return 2;
	}
	waitq_init(&q, h);
	spin_init(&lock, "bench", 0x8300000);
	task_new(h, "bench", body, h, 1, 0);
	sim_run(SIM_NEVER);
	return 0;
}
