/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A pause frame of q quanta holds the other port for q x 512 bit times from its
 * arrival; a frame that is on the wire ends first; quantum 0 lifts it.
 */
#include "tests/nic_fake.h"

static struct nic sender = {.ops = &peer_ops, .name = "sender"};
static uint64_t resumed;

static void note(struct nic *n)
{
	if (n == &sender && !wire_busy(n->port) && !resumed)
		resumed = sim_now().ps;
}

static struct wire *setup(void)
{
	struct wire *w = fake_wire(1000000000, 0);

	wire_attach(w, 0, &sender);
	wire_honour_pause(sender.port, true);
	peer_free_hook = note;
	resumed = 0;
	return w;
}

/* 72 bytes until the pause frame is in: 576 ns; 10 quanta are 5120 ns. */
static void holds(void **state)
{
	struct wire *w = setup();
	uint64_t start = sim_now().ps;

	(void)state;
	wire_send_pause(peer.port, 10);
	sim_run(SIM_PS(start + 576000));
	assert_true(wire_busy(sender.port));
	assert_false(wire_send(sender.port, fake_frame_len(100, 0)));
	run_us(10);
	assert_int_equal(resumed - start, 576000 + 5120000);
	assert_false(wire_busy(sender.port));
	wire_free(w);
}

static void lifted(void **state)
{
	struct wire *w = setup();
	uint64_t start = sim_now().ps;

	(void)state;
	wire_send_pause(peer.port, 0xffff);
	sim_run(SIM_PS(start + 2000000));
	assert_true(wire_busy(sender.port));
	wire_send_pause(peer.port, 0);
	sim_run(SIM_PS(start + 2000000 + 576000));
	assert_false(wire_busy(sender.port));
	assert_int_equal(resumed - start, 2000000 + 576000);
	wire_free(w);
}

static void not_honoured(void **state)
{
	struct wire *w = setup();

	(void)state;
	wire_honour_pause(sender.port, false);
	wire_send_pause(peer.port, 0xffff);
	run_us(1);
	assert_false(wire_busy(sender.port));
	wire_free(w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holds),
		cmocka_unit_test(lifted),
		cmocka_unit_test(not_honoured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
