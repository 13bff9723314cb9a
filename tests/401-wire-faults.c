/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a link does to frames adds up: frames + duplicated = delivered + lost +
 * in flight; corrupted frames arrive marked, reordered ones arrive late.
 */
#include "tests/nic_fake.h"

#define FRAMES 20000u

static struct nic sender = {.ops = &peer_ops, .name = "sender"};
static uint32_t sent;

static void feed(struct nic *n)
{
	if (n == &sender && sent < FRAMES && wire_send(n->port, fake_frame_len(100, sent)))
		sent++;
}

static void totals(void **state)
{
	struct wire_params p = {.rate_bps = 1000000000,
				.delay_ps = 5000000,
				.loss = 0.1,
				.duplicate = 0.05,
				.reorder = 0.02,
				.corrupt = 0.01,
				.reorder_delay_ps = 50000000};
	const struct wire_stats *s;
	struct wire *w = NULL;

	(void)state;
	peer_keeps = false;
	assert_null(wire_new("faulty", &p, 3, &w));
	wire_attach(w, 0, &sender);
	wire_attach(w, 1, &peer);
	peer_free_hook = feed;
	feed(&sender);
	s = wire_stats(w, 0);
	run_us(9);
	assert_int_equal(s->frames + s->duplicated, s->delivered + s->lost + s->in_flight);
	assert_true(s->in_flight > 0);
	run_us(1000000);
	assert_int_equal(s->frames, FRAMES);
	assert_int_equal(s->in_flight, 0);
	assert_int_equal(s->frames + s->duplicated, s->delivered + s->lost);
	assert_int_equal(peer_frames, s->delivered);
	/* Five standard deviations around the expected counts. */
	assert_in_range(s->lost, 2000 - 215, 2000 + 215);
	assert_in_range(s->duplicated, 900 - 150, 900 + 150);
	assert_in_range(s->reordered, 360 - 95, 360 + 95);
	assert_in_range(s->corrupted, 180 - 67, 180 + 67);
	assert_int_equal(frames_live(), 0);
	wire_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(totals)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
