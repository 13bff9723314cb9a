/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * forcedeth 2.6.26 stops its queue by bouncing: of a ring of 64 it takes 63 packets,
 * the next comes back and stops the queue, and any one reclaimed descriptor wakes it
 * again.  At the end nothing is mapped and every packet has ended.
 */
#include "tests/nic_host.h"

#include "nic_model/forcedeth/driver.h"
#include "nic_model/forcedeth/driver_int.h"
#include "nic_model/forcedeth/forcedeth.h"

#define YAML "tx_ring: 64\npcie: {kind: onchip, mps: 64B}\n"

static struct nic_host h;

static void body(void *arg)
{
	struct netdev_txq *q = &h.dev->txq[0];
	struct nv *np = h.dev->priv;
	struct pkt *back;
	uint64_t wakes;
	uint32_t i;

	(void)arg;
	task_delay(SIM_MS(5));
	assert_false(q->stopped);
	wakes = q->wakes;
	for (i = 0; i < 63; i++)
		assert_int_equal(nic_host_xmit(&h, nic_host_pkt(&h, 1448, 1448 * i)), NETDEV_TX_OK);
	assert_false(q->stopped); /* full, and nobody knows yet */
	back = nic_host_pkt(&h, 1448, 1448 * 63);
	assert_int_equal(nic_host_xmit(&h, back), NETDEV_TX_BUSY);
	assert_true(q->stopped);
	assert_int_equal(np->stops, 1);
	/* A frame takes 1.23 ms at 10 Mb/s: by the next one the queue runs again. */
	task_delay(SIM_US(1300));
	assert_false(q->stopped);
	assert_int_equal(q->wakes, wakes + 1);
	assert_int_equal(np->wakes, 1);
	assert_in_range(far_frames, 1, 2);
	assert_int_equal(nic_host_xmit(&h, back), NETDEV_TX_OK);
	task_delay(SIM_MS(100));
	assert_int_equal(far_frames, 64);
	for (i = 0; i < 64; i++) {
		assert_int_equal(far_frame[i]->h.seq, 1448 * i);
		assert_int_equal(far_frame[i]->pl.pos, 1448 * i);
		frame_free(far_frame[i]);
	}
	assert_int_equal(h.dev->tx_packets, 64);
	assert_int_equal(pkt_ends(h.net, PKT_END_SENT), 64);
	/* What is left are receive buffers: one slot of the ring stays empty. */
	assert_int_equal(stage_dma_mapped(np->dma), 127);
	assert_int_equal(stage_dma_bad(np->dma), 0);
	assert_int_equal(pkt_live(h.net), 127);
	assert_int_equal(frames_live(), 0);
	sim_stop();
}

static void bounce_and_wake(void **state)
{
	(void)state;
	nic_host_up(&h, &forcedeth_nic_ops, &forcedeth_driver_core, YAML, 10000000);
	task_new(h.k->host, "body", body, NULL, TASK_ANY_CPU, 0);
	assert_int_equal(sim_run(SIM_S(1)), SIM_END_STOPPED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(bounce_and_wake)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
