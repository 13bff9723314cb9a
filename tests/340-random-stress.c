/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random tasks, locks, sleeps, timers, interrupts, softirqs and calls between
 * CPUs on two hosts: nothing deadlocks, locks exclude, every CPU's accounts add
 * up, everybody makes progress, and the same seed gives the same run - for every
 * way of keeping the CPUs in step.
 */
#include "tests/host_fake.h"

#include "sim/rng.h"

#define CPUS  3
#define TASKS 7
#define LOCKS 3

struct world {
	struct host *h;
	struct rng *rng;
	struct spinlock lock[LOCKS];
	unsigned int inside[LOCKS];
	struct waitq q;
	uint64_t hash, steps[TASKS], soft, calls, timers;
	struct irq_line *line[2];
	struct sim_event device;
	struct ktimer timer;
};

static struct world world[2];

static void mix(struct world *w, uint64_t what)
{
	w->hash = (w->hash ^ what ^ cpu_now().ps * 31) * 0x100000001b3ull;
}

static uint64_t below(struct world *w, uint64_t n)
{
	return rng_below(w->rng, n);
}

static void critical(struct world *w, unsigned int i)
{
	sim_assert(w->inside[i]++ == 0);
	mem_rw(0x40000 + 64 * below(w, 50), 64);
	cpu_instr(below(w, 300));
	sim_assert(w->inside[i]-- == 1);
}

static void locked(struct world *w)
{
	unsigned int i = (unsigned int)below(w, LOCKS);

	if (below(w, 3) == 0) {
		bool on = spin_acquire_irqsave(&w->lock[0]);

		critical(w, 0);
		spin_release_irqrestore(&w->lock[0], on);
	} else if (i) {
		spin_acquire_bh(&w->lock[i]);
		critical(w, i);
		spin_release_bh(&w->lock[i]);
	}
}

static void called(void *arg)
{
	struct world *w = arg;

	w->calls++;
	mix(w, 3);
	cpu_instr(below(w, 200));
}

static void timer_fires(void *arg)
{
	struct world *w = arg;

	w->timers++;
	mix(w, 4);
	waitq_wake(&w->q);
	ktimer_arm(&w->timer, host_jiffies(w->h) + 1 + below(w, 3));
}

static void in_system_call(struct world *w)
{
	switch (below(w, 7)) {
	case 0:
		task_delay(SIM_NS(below(w, 20000)));
		break;
	case 1:
		waitq_prepare(&w->q);
		task_sleep(SIM_PS(cpu_now().ps + below(w, 3000000000)));
		waitq_finish(&w->q);
		break;
	case 2:
		waitq_wake(&w->q);
		break;
	case 3:
		ipi_call(w->h, (unsigned int)below(w, CPUS), called, w);
		break;
	case 4:
		softirq_raise(SOFTIRQ_TASKLET);
		break;
	case 5:
		cond_resched_point();
		break;
	default:
		locked(w);
	}
}

static void body(void *arg)
{
	struct world *w = &world[(uintptr_t)arg / TASKS];
	uint64_t *steps = &w->steps[(uintptr_t)arg % TASKS];

	if (steps == w->steps) {
		syscall_enter();
		ktimer_init(&w->timer, "t", timer_fires, w);
		ktimer_arm(&w->timer, 1);
		syscall_exit();
	}
	for (;;) {
		mix(w, (*steps)++);
		user_run(below(w, 5000));
		syscall_enter();
		for (uint64_t n = below(w, 4); n; n--)
			in_system_call(w);
		syscall_exit();
	}
}

static void tasklet(void *arg)
{
	struct world *w = arg;

	w->soft++;
	mix(w, 1);
	spin_acquire(&w->lock[1]);
	critical(w, 1);
	spin_release(&w->lock[1]);
	if (below(w, 3))
		softirq_raise(SOFTIRQ_TASKLET);
}

static bool irq(void *arg)
{
	struct world *w = arg;
	bool on;

	mix(w, 2);
	on = spin_acquire_irqsave(&w->lock[0]);
	critical(w, 0);
	spin_release_irqrestore(&w->lock[0], on);
	softirq_raise(SOFTIRQ_TASKLET);
	return true;
}

static void device(void *arg)
{
	struct world *w = arg;

	irq_raise(w->line[below(w, 2)]);
	sim_after(&w->device, SIM_NS(1 + below(w, 40000)));
}

static void build(struct world *w, const char *name, const char *cpu, const char *kernel)
{
	w->h = fake_host(name, CPUS, cpu, kernel);
	w->rng = rng_new(7, name);
	waitq_init(&w->q, w->h);
	for (unsigned int i = 0; i < LOCKS; i++)
		spin_init(&w->lock[i], "lock", 0x80000 + 64 * i);
	for (unsigned int i = 0; i < 2; i++) {
		w->line[i] = irq_line_new(w->h, i ? "eth1" : "eth0", i, true);
		irq_handler_add(w->line[i], "eth", irq, w);
	}
	softirq_open(w->h, SOFTIRQ_TASKLET, tasklet, w);
	for (uintptr_t i = 0; i < TASKS; i++)
		task_new(w->h, "t", body, (void *)((uintptr_t)(w - world) * TASKS + i),
			 i < 4 ? TASK_ANY_CPU : 1ull << i % CPUS, i == 5 ? 10 : 0);
	sim_event_init(&w->device, "device", SIM_PRIO_HW, device, w);
	sim_at(&w->device, SIM_US(1));
}

static const char *cpu_text, *kernel_text;

/* Prints what must not differ between two runs. */
static void run(void **state)
{
	(void)state;
	fake_coherent = true;
	for (int i = 0; i < 2; i++)
		build(&world[i], i ? "b" : "a", cpu_text, kernel_text);
	sim_run(SIM_MS(40));
	for (int i = 0; i < 2; i++) {
		struct world *w = &world[i];

		fake_check_accounts(w->h);
		assert_true(w->soft && w->calls && w->timers);
		for (int n = 0; n < TASKS; n++)
			assert_true(w->steps[n] > 20);
		print_message("%s %d: %llx\n", cpu_text, i, (unsigned long long)w->hash);
	}
}

/* The hashes that a child prints. */
static void hashes(char *out, size_t size)
{
	int fd[2];
	size_t n = 0;
	ssize_t got;

	assert_int_equal(pipe(fd), 0);
	fflush(NULL);
	if (!fork()) {
		dup2(fd[1], 1);
		dup2(fd[1], 2);
		exit(RUN_ONE(run));
	}
	close(fd[1]);
	while ((got = read(fd[0], out + n, size - n - 1)) > 0)
		n += (size_t)got;
	out[n] = '\0';
	close(fd[0]);
	wait(NULL);
}

static const char *const cpus[] = {
	"sync: fine, atomic: 20, ipi: 700ns",
	"sync: exact, atomic: 20",
	"sync: slack, sync_slack: 500ns, atomic: 20",
	"idle: mwait",
};
static const char *const kernels[] = {
	"preempt: voluntary\nhz: 1000Hz\n",
	"preempt: full\nspinlocks: unfair\nhz: 1000Hz\nnohz: off\n",
	"preempt: full\nhz: 1000Hz\nsched: {select: idle_sibling, sleeper_credit: half, "
	"min_vruntime: current, last_buddy: on, next_buddy: off, latency: 6ms, "
	"min_granularity: 750us, wakeup_granularity: 1ms, ksoftirqd_nice: 0}\n"
	"irq: {handlers_enable: off, softirq_time: 2ms, softirq_stop_on_resched: on, "
	"defer_to_ksoftirqd: on}\n",
};

static void test(void **state)
{
	static char one[4096], two[4096];

	(void)state;
	for (unsigned int i = 0; i < 4; i++)
		for (unsigned int k = 0; k < 3; k++) {
			cpu_text = cpus[i];
			kernel_text = kernels[k];
			hashes(one, sizeof(one));
			hashes(two, sizeof(two));
			if (!strstr(one, "[  PASSED  ] 1"))
				fail_msg("%s %s:\n%s", cpu_text, kernel_text, one);
			assert_string_equal(one, two);
		}
}

int main(void)
{
	return RUN_ONE(test);
}
