/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A packet meets a stopped device queue.  2.6.26 leaves it in the qdisc and does
 * nothing; 2.6.27-rc1 (37437bb2e1ae) takes it out, puts it back and schedules the
 * qdisc, again and again while the queue is stopped; the fix (83f36f3f35f4) does
 * nothing again; 2.6.28 (ebf059821ed) tries once and then leaves the requeued
 * packet alone.  Afterwards each sends it when the driver wakes the queue.
 */
#include "tests/qdisc_fake.h"

#define STOPPED_MS 4

struct version {
	const char *yaml;
	uint64_t runs, requeues, schedules; /* while stopped; LOOPS: for ever */
};
#define LOOPS UINT64_MAX

static const struct version versions[] = {
	{"qdisc: {stopped_test: on, run_until_stopped: on, schedule_stopped_test: on}", 0, 0, 0},
	{"qdisc: {stopped_test: off, run_until_stopped: off, schedule_stopped_test: off}", LOOPS,
	 LOOPS, LOOPS},
	{"qdisc: {stopped_test: on, run_until_stopped: off, schedule_stopped_test: off}", 0, 0, 0},
	{"qdisc: {stopped_test: off, run_until_stopped: off, schedule_stopped_test: off, "
	 "requeued_test: on,"
	 " requeue_to_head: off}",
	 2, 1, 1},
	/* One switch alone: the helper's own test ends what qdisc_run() no longer does. */
	{"qdisc: {stopped_test: off, run_until_stopped: off, schedule_stopped_test: on}", 1, 1, 0},
};
static const struct version *v;
static struct qdisc_fake t;
static uint64_t half, runs, requeues, schedules;
static unsigned int early;

static void sender(void *arg)
{
	(void)arg;
	txq_stop(t.txq);
	qf_send(&t, 1, 1, 7, 1000);
}

static void driver(void *arg)
{
	(void)arg;
	task_delay(SIM_MS(STOPPED_MS / 2));
	half = t.q->runs;
	task_delay(SIM_MS(STOPPED_MS / 2));
	runs = t.q->runs;
	requeues = t.q->requeues;
	schedules = t.q->schedules;
	early = t.sent;
	txq_wake(t.txq);
}

static void one(void **state)
{
	(void)state;
	qf_new(&t, v->yaml, "pfifo_fast", "");
	task_new(t.k->host, "sender", sender, NULL, 1, 0);
	task_new(t.k->host, "driver", driver, NULL, 2, 0);
	sim_run(SIM_MS(10));
	assert_int_equal(early, 0);
	assert_int_equal(t.sent, 1);
	assert_int_equal(t.pos[0], 7);
	if (v->runs != LOOPS) {
		assert_int_equal(runs, v->runs);
		assert_int_equal(requeues, v->requeues);
		assert_int_equal(schedules, v->schedules);
		return;
	}
	/* The loop goes on at its pace; each round is a run, a requeue, a schedule. */
	assert_true(half > 100);
	assert_true(runs > half + half / 2 && runs < half * 3);
	assert_true(requeues + 1 >= runs && requeues <= runs);
	assert_true(schedules + 1 >= runs && schedules <= runs);
	assert_true(t.at[0].ps < SIM_US(STOPPED_MS * 1000 + 50).ps);
}

static void test(void **state)
{
	(void)state;
	for (v = versions; v < versions + sizeof(versions) / sizeof(versions[0]); v++)
		assert_int_equal(in_child(one), 0);
}

int main(void)
{
	return RUN_ONE(test);
}
