/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A 10 Gb/s link carries 14.88 million frames of 64 bytes a second and 812743 of
 * 1518 bytes: each takes preamble 8 + frame + FCS 4 + gap 12 bytes, and arrives
 * when its last bit has (IEEE 802.3).
 */
#include "tests/nic_fake.h"

static struct nic sender = {.ops = &peer_ops, .name = "sender"};
static uint32_t length;

static void feed(struct nic *n)
{
	struct frame *f = fake_frame_len(100, 0);

	if (n != &sender)
		return;
	f->len = length;
	assert_true(wire_send(sender.port, f));
}

static void saturate(uint32_t len, uint64_t frame_ps, uint64_t first_ps)
{
	struct wire *w = fake_wire(10000000000ull, 0);
	uint64_t start = sim_now().ps, i;

	wire_attach(w, 0, &sender);
	length = len;
	peer_frames = 0;
	peer_free_hook = feed;
	feed(&sender);
	run_us(10);
	peer_free_hook = NULL;
	assert_int_equal(peer_frames, (10000000 - first_ps) / frame_ps + 1);
	for (i = 0; i < peer_frames; i++)
		assert_int_equal(peer_time[i].ps, start + first_ps + i * frame_ps);
	wire_free(w);
}

static void small(void **state)
{
	(void)state;
	saturate(60, 67200, 57600); /* 14,880,952 a second */
}

static void large(void **state)
{
	(void)state;
	saturate(1514, 1230400, 1220800); /* 812,743 a second */
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(small), cmocka_unit_test(large)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
