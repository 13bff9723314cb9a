// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Time: a clocksource and a one-shot clock event device per CPU, on the simulation's clock.
 *
 * Called by: the kernel's time code
 * Models: an invariant TSC of 1 GHz (a count is a nanosecond), a TSC-deadline timer
 * Leaves out: clocks that drift or stop, the RTC (the wall clock starts at the epoch), broadcast
 * timers
 */
#include <linux/clockchips.h>
#include <linux/clocksource.h>
#include <linux/interrupt.h>
#include <linux/percpu.h>
#include <linux/sched/clock.h>
#include <linux/timekeeping.h>

#include "glue.h"

static DEFINE_PER_CPU(struct clock_event_device, nic_clockevent);
unsigned int cpu_khz = 1000000;
unsigned int tsc_khz = 1000000;

static u64 nic_clock_read(struct clocksource *cs)
{
	return rdtsc();
}

static struct clocksource nic_clocksource = {
	.name = "tsc",
	.rating = 400,
	.read = nic_clock_read,
	.mask = CLOCKSOURCE_MASK(64),
	.flags = CLOCK_SOURCE_IS_CONTINUOUS | CLOCK_SOURCE_VALID_FOR_HRES,
};

unsigned long long notrace sched_clock(void)
{
	return rdtsc();
}

static int nic_set_next_event(unsigned long delta, struct clock_event_device *evt)
{
	unsigned long now = SIM(now);

	SIM(timer, now + delta);
	return 0;
}

static int nic_shutdown_event(struct clock_event_device *evt)
{
	SIM(timer, 0);
	return 0;
}

void nic_clockevent_setup(void)
{
	struct clock_event_device *evt = this_cpu_ptr(&nic_clockevent);

	evt->name = "lapic-deadline";
	evt->features = CLOCK_EVT_FEAT_ONESHOT;
	evt->rating = 150;
	evt->cpumask = cpumask_of(smp_processor_id());
	evt->set_next_event = nic_set_next_event;
	evt->set_state_shutdown = nic_shutdown_event;
	evt->set_state_oneshot_stopped = nic_shutdown_event;
	clockevents_config_and_register(evt, NSEC_PER_SEC, 100, ULONG_MAX >> 1);
}

void nic_timer_interrupt(void)
{
	struct clock_event_device *evt = this_cpu_ptr(&nic_clockevent);

	if (evt->event_handler)
		evt->event_handler(evt);
}

void read_persistent_clock64(struct timespec64 *ts)
{
	ts->tv_sec = 0;
	ts->tv_nsec = 0;
}

void __init nic_time_init(void)
{
	nic_clocksource.flags |= CLOCK_SOURCE_VALID_FOR_HRES;
	clocksource_register_khz(&nic_clocksource, tsc_khz);
	nic_clockevent_setup();
}
