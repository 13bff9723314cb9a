/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tbf: the burst goes at once, then a packet each time its bytes have earned
 * their tokens; what exceeds the limit, or could never have tokens, is dropped.
 */
#include "tests/qdisc_fake.h"

#define FIRST 8 /* 3 in the burst, 5 in the queue */

static struct qdisc_fake t;
static unsigned int refused;
static sim_time began;

static void sender(void *arg)
{
	(void)arg;
	assert_int_equal(qf_send(&t, 1, 1, 99, 3001), XMIT_DROP);
	began = cpu_now();
	for (uint32_t i = 0; i < FIRST + 2; i++)
		refused += qf_send(&t, 1, 1, i, 1000) == XMIT_DROP;
}

static void test(void **state)
{
	(void)state;
	qf_new(&t, "", "tbf", "{rate: 8Mbps, burst: 3000, limit: 5000}");
	task_new(t.k->host, "sender", sender, NULL, 1, 0);
	sim_run(SIM_MS(20));
	assert_int_equal(refused, 2);
	assert_int_equal(t.q->drops, 3);
	assert_int_equal(t.sent, FIRST);
	for (unsigned int i = 0; i < FIRST; i++) {
		/* 1000 bytes at 8 Mb/s: 1 ms; the bucket is empty after three. */
		uint64_t due = i < 3 ? 0 : (i - 2) * SIM_MS(1).ps, got = sim_sub(t.at[i], began).ps;

		assert_int_equal(t.pos[i], i);
		assert_true(got >= due && got < due + SIM_US(20).ps);
	}
}

int main(void)
{
	return RUN_ONE(test);
}
