/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * LRO as inet_lro does it: segments in order become one packet of at most as many
 * fragments as a packet has; a pushed segment, a hole, a pure acknowledgement flush
 * what is gathered and go alone; flows do not mix; all is flushed at the poll's end.
 */
#include "tests/nic_host.h"

#include "nic_model/myri10ge/driver.h"
#include "nic_model/myri10ge/driver_int.h"
#include "nic_model/myri10ge/myri10ge.h"

#define MSS 1448u

static struct nic_host h;
static struct frame *queue[256];
static uint32_t queued, fed;

static void feed(struct nic *n)
{
	while (fed < queued && wire_send(n->port, queue[fed]))
		fed++;
}

static struct frame *segment(uint16_t port, uint32_t i, uint8_t more)
{
	struct frame *f = nic_host_frame(&h, L4_TCP, MSS, MSS * i);

	f->h.sport = port;
	f->h.flags |= more;
	queue[queued++] = f;
	return f;
}

/* All of them arrive before the coalesced interrupt: one poll. */
static void deliver(void)
{
	feed(&far_nic);
	task_delay(SIM_MS(2));
	assert_int_equal(fed, queued);
	queued = fed = 0;
	while (far_frames)
		frame_free(far_frame[--far_frames]); /* resets: nobody listens */
}

struct counts {
	uint64_t merged, flushed, alone, packets;
};

static struct counts now(void)
{
	struct my *mgp = h.dev->priv;

	return (struct counts){mgp->lro.aggregated, mgp->lro.flushed, mgp->lro.alone,
			       pkt_ends(h.net, PKT_END_NO_SOCKET)};
}

static void expect(struct counts before, uint64_t merged, uint64_t flushed, uint64_t alone)
{
	struct counts c = now();

	assert_int_equal(c.merged - before.merged, merged);
	assert_int_equal(c.flushed - before.flushed, flushed);
	assert_int_equal(c.alone - before.alone, alone);
	assert_int_equal(c.packets - before.packets, flushed + alone);
}

static void body(void *arg)
{
	struct counts before;
	uint32_t i;

	(void)arg;
	task_delay(SIM_MS(200));
	far_free = feed;

	before = now();
	for (i = 0; i < 40; i++) /* 18 + 18 + 4 fragments */
		segment(1, i, 0);
	deliver();
	expect(before, 40, 3, 0);

	before = now();
	for (i = 0; i < 10; i++)
		segment(1, i, i == 4 ? TCPF_PSH : 0);
	deliver();
	expect(before, 9, 2, 1);

	before = now();
	for (i = 0; i < 10; i++)
		if (i != 5)
			segment(1, i, 0); /* 5 is missing: 6 goes alone, 7 begins anew */
	deliver();
	expect(before, 8, 2, 1);

	before = now();
	for (i = 0; i < 10; i++) {
		segment(1, i, 0);
		segment(2, i, 0);
	}
	deliver();
	expect(before, 20, 2, 0);

	before = now();
	for (i = 0; i < 9; i++) /* 8 descriptors: the ninth flow goes alone */
		segment((uint16_t)(10 + i), 0, 0);
	deliver();
	expect(before, 8, 8, 1);

	assert_int_equal(frames_live(), 0);
	assert_int_equal(h.nic->stats.rx_frames, 40 + 10 + 9 + 20 + 9);
	assert_int_equal(h.dev->rx_packets, h.nic->stats.rx_frames);
	sim_stop();
}

static void merges(void **state)
{
	(void)state;
	nic_host_up(&h, &myri10ge_nic_ops, &myri10ge_driver_core,
		    "pcie: {gen: 1, lanes: 8, mps: 128B}\n", 10000000000ull);
	task_new(h.k->host, "body", body, NULL, TASK_ANY_CPU, 0);
	assert_int_equal(sim_run(SIM_S(2)), SIM_END_STOPPED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(merges)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
