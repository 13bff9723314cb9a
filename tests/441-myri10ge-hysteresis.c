/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * myri10ge 2.6.26 stops its queue ahead of a full ring, while it still takes the
 * packet, and wakes it only when half the ring is free.  With 128 send requests and
 * one for each packet: 127 - 1 are usable, the packet that leaves fewer than 12 stops.
 */
#include "tests/nic_host.h"

#include "nic_model/myri10ge/driver.h"
#include "nic_model/myri10ge/driver_int.h"
#include "nic_model/myri10ge/myri10ge.h"

/* A slow wire: done_when_read off, so that requests come back as frames leave. */
#define YAML                                                                                       \
	"device: {send_ring: 2KiB, done_when_read: off}\nintr_coal_delay: 75us\n"                  \
	"pcie: {gen: 1, lanes: 8, mps: 128B}\n"

static struct nic_host h;

static void body(void *arg)
{
	struct netdev_txq *q = &h.dev->txq[0];
	struct my *mgp = h.dev->priv;
	uint32_t n = 0, i;

	(void)arg;
	task_delay(SIM_MS(200));
	assert_false(q->stopped);
	while (!q->stopped)
		assert_int_equal(nic_host_xmit(&h, nic_host_pkt(&h, 400, 400 * n++)), NETDEV_TX_OK);
	assert_int_equal(n, 126 - 11);
	assert_int_equal(mgp->tx.stop_queue, 1);
	while (q->stopped)
		task_delay(SIM_US(100));
	/* Fewer than 127 / 2 = 63 requests are out. */
	assert_in_range(mgp->tx.req - mgp->tx.done, 55, 62);
	assert_int_equal(mgp->tx.wake_queue, 1);
	task_delay(SIM_MS(200));
	assert_int_equal(far_frames, n);
	for (i = 0; i < n; i++) {
		assert_int_equal(far_frame[i]->h.seq, 400 * i);
		frame_free(far_frame[i]);
	}
	assert_int_equal(mgp->tx.done, mgp->tx.req);
	assert_int_equal(pkt_ends(h.net, PKT_END_SENT), n);
	assert_int_equal(stage_dma_bad(mgp->dma), 0);
	sim_stop();
}

static void stop_ahead_wake_late(void **state)
{
	(void)state;
	nic_host_up(&h, &myri10ge_nic_ops, &myri10ge_driver_core, YAML, 10000000);
	task_new(h.k->host, "body", body, NULL, TASK_ANY_CPU, 0);
	assert_int_equal(sim_run(SIM_S(2)), SIM_END_STOPPED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(stop_ahead_wake_late)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
