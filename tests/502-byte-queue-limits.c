/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Byte queue limits (lib/dynamic_queue_limits.c): the limit starts at zero; a ring that ran empty
 * while packets were held back gets what it had and what came since on top, so 1, 2, 4, 8 packets
 * are under way; a round that leaves some in the ring changes nothing, but the next one, if it ends
 * what was there before, adds what had been over the limit (one packet).  A queue that the driver
 * has stopped too goes on when both let it.
 */
#include "tests/qdisc_fake.h"

#define BYTES 1000u

static struct qdisc_fake t;
static unsigned int under_way;

/* The device: takes a frame, as a driver would. */
static void hand_over(struct fake_dev *d, struct frame *f)
{
	qf_tx(d, f);
	under_way++;
	txq_sent(t.txq, BYTES);
}

static void done(unsigned int packets)
{
	bh_off();
	under_way -= packets;
	txq_completed(t.txq, packets, packets * BYTES);
	bh_on();
}

static void sends(void *arg)
{
	(void)arg;
	for (uint32_t i = 0; i < 64; i++)
		qf_send(&t, 1, 1, i, BYTES);
	/* Nothing was known: one packet passes an empty limit. */
	assert_int_equal(under_way, 1);
	for (unsigned int want = 2; want <= 8; want *= 2) {
		done(under_way);
		assert_int_equal(under_way, want);
	}
	/* Half of the ring: as many follow. */
	done(4);
	assert_int_equal(under_way, 8);
	/* The driver stops it as well. */
	txq_stop(t.txq);
	done(4);
	assert_int_equal(under_way, 4);
	assert_true(txq_stopped(t.txq));
	txq_wake(t.txq);
	bh_off();
	bh_on();
	assert_int_equal(under_way, 9);
	/* And its wake-up does not override the limit. */
	txq_stop(t.txq);
	txq_wake(t.txq);
	bh_off();
	bh_on();
	assert_true(txq_stopped(t.txq));
	assert_int_equal(under_way, 9);
	for (uint32_t i = 0; i < t.sent; i++)
		assert_int_equal(t.pos[i], i);
}

static void test(void **state)
{
	(void)state;
	qf_new(&t, "qdisc: {bql: on, stopped_test: off, requeued_test: on}", "pfifo_fast", "");
	t.d->tx = hand_over;
	task_new(t.k->host, "sender", sends, NULL, 1, 0);
	sim_run(SIM_MS(10));
	assert_int_equal(t.sent, 1 + 2 + 4 + 8 + 4 + 5);
}

int main(void)
{
	return RUN_ONE(test);
}
