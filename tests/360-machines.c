/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every machine file makes a host on which tasks on all CPUs work, sleep and
 * share lines through the real memory model, and whose accounts add up; what
 * lies in L1 costs nothing beyond its instructions, and DRAM does.
 */
#include "tests/tap.h"

#include <glob.h>
#include <sys/wait.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/lock.h"
#include "models/host/sched.h"
#include "models/mem/mem.h"
#include "sim/sim.h"
#include "sim/yaml.h"

static const char kernel_text[] = "name: test\nhz: 250Hz\n"
				  "costs_default: {instructions: 50, bytes: 200, source: a test}\n";

static struct host *h;
static struct spinlock lock;
static uint64_t near_ps, far_ps, turns;

static uint64_t reads(uint64_t from, uint64_t step)
{
	uint64_t t = cpu_now().ps;

	for (uint64_t i = 0; i < 1000; i++) {
		mem_read(from + i * step, 8);
		cpu_instr(10);
	}
	return cpu_now().ps - t;
}

static void body(void *arg)
{
	uint64_t id = (uintptr_t)arg;

	syscall_enter();
	if (!id) {
		reads(0x9000000, 0);
		near_ps = reads(0x9000000, 0);
		far_ps = reads(0x40000000 - (1 << 26), 64 * 769); /* no stream */
	}
	for (unsigned int i = 0; i < 50; i++) {
		task_delay(SIM_US(10));
		spin_acquire(&lock);
		mem_rw(0x9100000, 64);
		turns++;
		spin_release(&lock);
	}
	syscall_exit();
}

static void check_accounts(void)
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
}

static const char *file;

static void test(void **state)
{
	static struct yaml_node *machine, *kernel; /* the host refers to them */
	struct yaml_node *cpi;
	unsigned int cpus;
	double want;
	char *err = yaml_load(file, &machine);

	(void)state;
	if (!err)
		err = yaml_parse("kernel", kernel_text, &kernel);
	if (!err)
		err = host_new("a", yaml_get(machine, "machine"), kernel, 1, &h);
	if (err)
		fail_msg("%s", err);
	spin_init(&lock, "test", 0x9200000);
	cpus = host_cpus(h) < 8 ? host_cpus(h) : 8;
	for (uintptr_t i = 0; i < cpus; i++)
		task_new(h, "t", body, (void *)i, 1ull << i, 0);
	sim_run(SIM_MS(20));
	assert_int_equal(turns, 50 * cpus);
	/* 10,000 instructions; the next miss is up to a window of them later. */
	cpi = yaml_get(machine, "machine.cpu.cpi");
	want = 10000 * 1e12 / (double)mem_cpu_hz(host_mem(h)) *
	       (cpi ? strtod(yaml_text(cpi), NULL) : 1.0);
	assert_in_range(near_ps, (uint64_t)(want * 0.999), (uint64_t)(want * 1.001));
	assert_true(far_ps > near_ps * 5 / 4);
	check_accounts();
	host_window_close(h);
}

int main(void)
{
	int bad = 0;
	static glob_t g;

	if (glob("scenarios/machines/*.yaml", 0, NULL, &g))
		return 77;
	for (size_t i = 0; i < g.gl_pathc; i++) {
		pid_t pid;
		int status = 1;

		file = g.gl_pathv[i];
		printf("%s\n", file);
		fflush(NULL);
		pid = fork();
		if (!pid)
			exit(RUN_ONE(test));
		waitpid(pid, &status, 0);
		bad |= status != 0;
	}
	return bad;
}
