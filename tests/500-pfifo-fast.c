/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pfifo_fast: strict priority of three bands, first in first out within one;
 * tx_queue_len packets over all bands, and what finds them there is dropped.
 */
#include "tests/qdisc_fake.h"

static struct qdisc_fake t;
static unsigned int refused;

static void bands(void *arg)
{
	static const uint8_t band[] = {2, 1, 0, 2, 0, 1, 0};

	(void)arg;
	txq_stop(t.txq);
	for (uint32_t i = 0; i < sizeof(band); i++)
		qf_send(&t, 1, band[i], i, 100);
	txq_wake(t.txq);
}

static void overflow(void *arg)
{
	(void)arg;
	task_delay(SIM_MS(1));
	txq_stop(t.txq);
	for (uint32_t i = 0; i < 1003; i++)
		refused += qf_send(&t, 1, 1, 100 + i, 100) == XMIT_DROP;
	txq_wake(t.txq);
}

static void test(void **state)
{
	static const uint32_t order[] = {2, 4, 6, 1, 5, 0, 3};

	(void)state;
	qf_new(&t, "", "pfifo_fast", "");
	task_new(t.k->host, "bands", bands, NULL, 1, 0);
	task_new(t.k->host, "overflow", overflow, NULL, 1, 0);
	sim_run(SIM_MS(20));
	assert_int_equal(t.sent, 7 + 1000);
	for (unsigned int i = 0; i < 7; i++)
		assert_int_equal(t.pos[i], order[i]);
	for (unsigned int i = 0; i < 1000; i++)
		assert_int_equal(t.pos[7 + i], 100 + i);
	assert_int_equal(refused, 3);
	assert_int_equal(t.q->drops, 3);
	assert_int_equal(t.q->max_qlen, 1000);
	assert_int_equal(t.q->packets, 1007);
	assert_int_equal(pkt_live(net_of(t.k->host)), 0);
}

int main(void)
{
	return RUN_ONE(test);
}
