/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A host with the real memory model and allocators, whose kernel functions cost
 * nothing; fake_kernel_run() runs a function on a CPU of it, as a task.  One
 * simulation a process: each test runs in a child (tests/child.h).
 */
#ifndef NICPATH_TESTS_SLAB_FAKE_H
#define NICPATH_TESTS_SLAB_FAKE_H

#include "tests/mem_fake.h"

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/sched.h"
#include "models/mem/slab.h"
#include "models/mem/slab_int.h"
#include "tests/child.h"

#define FAKE_KERNEL(memory)                                                                        \
	"name: fake\nhz: 100Hz\n"                                                                  \
	"costs_default: {instructions: 1, bytes: 64, source: none}\n"                              \
	"memory: {" memory "}\n"

/* 4 GiB, two sockets of two CPUs, a node each. */
#define FAKE_NUMA                                                                                  \
	"cpu: {count: 4, sockets: 2, freq: 1GHz}\n"                                                \
	"cache: {" FAKE_L1 "l2: {size: 32KiB, ways: 4}}\n"                                         \
	"dram: {latency: 100ns, bandwidth: 51.2Gbps, size: 4GiB, nodes: 2}\n"

static struct host *fake_host;

static inline void fake_kernel(const char *machine, const char *kernel)
{
	struct yaml_node *m, *k;
	char *err = yaml_parse("machine", machine, &m);

	if (!err)
		err = yaml_parse("kernel", kernel, &k);
	if (!err)
		err = host_new("h", m, k, 1, &fake_host);
	if (err) {
		fprintf(stderr, "%s\n", err);
		exit(1);
	}
}

static inline void fake_end(void *arg)
{
	void (*fn)(void) = *(void (**)(void))arg;

	syscall_enter();
	fn();
	sim_stop();
	syscall_exit();
}

/* Runs fn on this CPU, to its end. */
static inline void fake_kernel_run(unsigned int cpu, void (*fn)(void))
{
	static void (*fns[64])(void);
	static unsigned int n;

	fns[n] = fn;
	task_new(fake_host, "test", fake_end, &fns[n++], 1ull << cpu, 0);
	sim_run(SIM_NEVER);
}

/* For code in the child: ends it with a message. */
#define must(cond)                                                                                 \
	do {                                                                                       \
		if (!(cond)) {                                                                     \
			printf("%s:%d: %s\n", __FILE__, __LINE__, #cond);                          \
			fflush(stdout);                                                            \
			_exit(9);                                                                  \
		}                                                                                  \
	} while (0)

/* Runs fn in a child that must end well. */
static inline void expect_well(void (*fn)(void *arg))
{
	static struct child c;

	child_run(&c, fn, NULL);
	if (c.status)
		print_error("%s\n", c.out);
	assert_int_equal(c.status, 0);
}

#endif
