/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fq: a new flow may send its initial quantum (ten full frames), then flows take
 * turns of a quantum (two); a flow's queue and the whole have their limits.
 */
#include "tests/qdisc_fake.h"

#define FRAME 1514

static struct qdisc_fake t;
static unsigned int refused;

static void sender(void *arg)
{
	(void)arg;
	txq_stop(t.txq);
	for (uint32_t i = 0; i < 16; i++)
		refused += qf_send(&t, 1, 1, i, FRAME) == XMIT_DROP;
	for (uint32_t i = 0; i < 14; i++)
		refused += qf_send(&t, 2, 1, i, FRAME) == XMIT_DROP;
	assert_int_equal(refused, 1); /* flow 1's sixteenth */
	assert_int_equal(qf_send(&t, 3, 1, 0, FRAME), XMIT_SUCCESS);
	assert_int_equal(qf_send(&t, 4, 1, 0, FRAME), XMIT_DROP);
	txq_wake(t.txq);
}

static void test(void **state)
{
	/* flow and frames of each turn */
	static const uint32_t turn[][2] = {{1, 10}, {2, 10}, {3, 1}, {1, 2},
					   {2, 2},  {1, 2},  {2, 2}, {1, 1}};
	uint32_t next[5] = {0};
	unsigned int n = 0;

	(void)state;
	qf_new(&t, "", "fq", "{limit: 30, flow_limit: 15}");
	task_new(t.k->host, "sender", sender, NULL, 1, 0);
	sim_run(SIM_MS(20));
	assert_int_equal(t.q->drops, 2);
	assert_int_equal(t.sent, 30);
	for (unsigned int i = 0; i < sizeof(turn) / sizeof(turn[0]); i++)
		for (uint32_t j = 0; j < turn[i][1]; j++, n++) {
			assert_int_equal(t.flow[n], turn[i][0]);
			assert_int_equal(t.pos[n], next[turn[i][0]]++);
		}
	assert_int_equal(n, 30);
}

int main(void)
{
	return RUN_ONE(test);
}
