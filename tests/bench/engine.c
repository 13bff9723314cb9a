/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How fast the engine is: events and thread switches per wall second. */
#include <stdio.h>
#include <time.h>

#include "sim/sim.h"

#define N_TIMERS   64
#define N_EVENTS   20000000u
#define N_SWITCHES 5000000u

struct timer {
	struct sim_event ev;
	uint64_t period_ps;
};

static struct timer timers[N_TIMERS];
static int64_t left;

static double wall(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

static void tick(void *arg)
{
	struct timer *t = arg;

	if (left <= 0)
		return;
	left--;
	sim_after(&t->ev, SIM_PS(t->period_ps));
}

static void print_rate(const char *what, uint64_t n, double seconds)
{
	printf("%-34s %7.1f M/s  %6.1f ns\n", what, (double)n / seconds * 1e-6,
	       seconds / (double)n * 1e9);
}

static void bench_events(unsigned int n)
{
	char what[64];
	uint64_t before = sim_event_count();
	double t;

	left = N_EVENTS;
	for (unsigned int i = 0; i < n; i++) {
		timers[i].period_ps = 1000 + 7 * i;
		sim_event_init(&timers[i].ev, "tick", SIM_PRIO_HW, tick, &timers[i]);
		sim_after(&timers[i].ev, SIM_PS(i));
	}
	t = wall();
	sim_run(SIM_NEVER);
	snprintf(what, sizeof(what), "events, %u timers", n);
	print_rate(what, sim_event_count() - before, wall() - t);
}

static struct sim_thread *pair[2];

static void ping(void *arg)
{
	size_t me = (size_t)arg;

	while (left-- > 0) {
		sim_wake(pair[1 - me]);
		sim_block();
	}
	if (me == 1) /* the other has woken us for the last time, and is blocked */
		sim_wake(pair[0]);
}

/* Two threads that wake each other at one time. */
static void bench_wake(void)
{
	uint64_t before = sim_switch_count();
	double t;

	left = N_SWITCHES + 1;
	pair[0] = sim_thread_new("ping", ping, (void *)0, 0);
	pair[1] = sim_thread_new("pong", ping, (void *)1, 0);
	t = wall();
	sim_run(SIM_NEVER);
	print_rate("switches, same time", sim_switch_count() - before, wall() - t);
}

static void stepper(void *arg)
{
	uint64_t step = (uint64_t)arg;

	while (left > 0) {
		left--;
		sim_wait(SIM_PS(step));
	}
}

/* n threads that wait for times of their own. */
static void bench_wait(unsigned int n)
{
	char what[64];
	uint64_t before = sim_event_count();
	double t;

	left = N_SWITCHES;
	for (unsigned int i = 0; i < n; i++)
		sim_thread_new("stepper", stepper, (void *)(uintptr_t)(1000 + i), 0);
	t = wall();
	sim_run(SIM_NEVER);
	snprintf(what, sizeof(what), "waits, %u thread%s", n, n == 1 ? "" : "s");
	print_rate(what, sim_event_count() - before, wall() - t);
}

static void nothing(void *arg)
{
	(void)arg;
}

static void spawner(void *arg)
{
	(void)arg;
	for (int i = 0; i < 1000000; i++) {
		sim_thread_new("short", nothing, NULL, 0);
		sim_wait(SIM_NS(1));
	}
}

static void bench_short(void)
{
	double t = wall();

	sim_thread_new("spawner", spawner, NULL, 0);
	sim_run(SIM_NEVER);
	print_rate("threads begun and ended", 1000000, wall() - t);
}

int main(void)
{
	bench_events(1);
	bench_events(N_TIMERS);
	bench_wake();
	bench_wait(1);
	bench_wait(2);
	bench_wait(64);
	bench_short();
	return 0;
}
