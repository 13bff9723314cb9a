/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A large packet in fragments at odd places goes through myri10ge's cutting and the
 * card's chains and comes out as the frames of a sender without TSO, whatever the
 * sizes: the driver's and the firmware's idea of a chain agree.
 */
#include "tests/nic_host.h"

#include "nic_model/myri10ge/driver.h"
#include "nic_model/myri10ge/driver_int.h"
#include "nic_model/myri10ge/myri10ge.h"

static struct nic_host h;
static uint64_t page; /* fragments' addresses: never looked into */

static struct pkt *large(struct rng *r, uint32_t seq, uint32_t mss)
{
	struct pkt *p = nic_host_pkt(&h, 0, seq);
	uint32_t n = 1 + (uint32_t)rng_below(r, 16), i;

	for (i = 0; i < n; i++) {
		uint32_t len = 1 + (uint32_t)rng_below(r, 4096);
		uint64_t at = page + rng_below(r, 4096 - len + 1);

		pkt_add_frag(p, at, len);
		p->pl.len += len;
	}
	p->data->user_pages = true;
	p->gso_size = p->pl.len > mss ? (uint16_t)mss : 0;
	if (!p->gso_size && p->pl.len > 1448)
		p->gso_size = 1448;
	return p;
}

static void check(uint32_t seq, uint32_t payload, uint32_t mss)
{
	uint32_t off = 0, i;

	for (i = 0; i < far_frames; i++) {
		uint32_t len = payload - off < mss ? payload - off : mss;

		assert_int_equal(far_frame[i]->h.seq, seq + off);
		assert_int_equal(far_frame[i]->pl.pos, seq + off);
		assert_int_equal(far_frame[i]->pl.len, len);
		frame_free(far_frame[i]);
		off += len;
	}
	assert_int_equal(off, payload);
	far_frames = 0;
}

static void body(void *arg)
{
	struct my *mgp = h.dev->priv;
	struct rng *r = rng_new(5, "sizes");
	uint32_t round;

	(void)arg;
	page = page_alloc(host_slab(h.k->host), 0);
	task_delay(SIM_MS(200));
	for (round = 0; round < 300; round++) {
		uint32_t mss = 536 + (uint32_t)rng_below(r, 913);
		struct pkt *p = large(r, round * 100000, mss);
		uint32_t payload = p->pl.len, cut = p->gso_size ? p->gso_size : payload;

		assert_int_equal(nic_host_xmit(&h, p), NETDEV_TX_OK);
		task_delay(SIM_US(300));
		check(round * 100000, payload, cut);
	}
	assert_int_equal(h.nic->stats.bad_dma, 0);
	assert_int_equal(stage_dma_bad(mgp->dma), 0);
	assert_int_equal(pkt_ends(h.net, PKT_END_SENT), 300);
	assert_int_equal(frames_live(), 0);
	sim_stop();
}

static void random_packets(void **state)
{
	(void)state;
	nic_host_up(&h, &myri10ge_nic_ops, &myri10ge_driver_core,
		    "pcie: {gen: 1, lanes: 8, mps: 128B}\n", 10000000000ull);
	task_new(h.k->host, "body", body, NULL, TASK_ANY_CPU, 0);
	assert_int_equal(sim_run(SIM_S(2)), SIM_END_STOPPED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(random_packets)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
