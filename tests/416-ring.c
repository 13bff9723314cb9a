/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ring's descriptors pass EMPTY, FETCHING, READY, PROCESSING, DONE, WRITING and
 * are the host's again; fetches are batched and stop at the ring's end and at the
 * tail; write-backs go in batches or after the timeout.
 */
#include "tests/nic_fake.h"

#include "nic_model/ring.h"

static uint32_t ready_calls, written_calls, written_descs;

static bool prepare(struct ring *r, uint32_t slot, const uint8_t *raw)
{
	(void)r;
	(void)slot;
	return raw[0] != 0xff;
}

static void ready(struct ring *r)
{
	(void)r;
	ready_calls++;
}

static void write_back(struct ring *r, uint32_t slot, uint8_t *raw)
{
	(void)r;
	(void)slot;
	raw[15] = 0xaa;
}

static void written(struct ring *r, uint32_t slot, uint32_t n)
{
	(void)r;
	(void)slot;
	written_calls++;
	written_descs += n;
}

static const struct ring_ops ops = {
	.name = "t",
	.prepare = prepare,
	.ready = ready,
	.write_back = write_back,
	.written = written,
};

static char *create(struct nic *n)
{
	(void)n;
	return NULL;
}

static const struct param none[] = {{.name = NULL}};
static const struct param_table no_params = {"t", "t", none, 1};
static const struct nic_ops nic_ops = {
	.name = "t",
	.params = &no_params,
	.create = create,
	.eth_rx = peer_rx,
};

static struct nic *nic;
static struct ring ring;

static void setup(uint32_t wb_batch, uint64_t timeout_ps)
{
	struct ring_params p = {.desc_bytes = 16,
				.fetch_batch = 4,
				.depth = 16,
				.wb_batch = wb_batch,
				.wb_timeout_ps = timeout_ps};

	if (!nic)
		nic = fake_nic(&nic_ops, "pcie: {kind: onchip}\n");
	memset(ram, 0, 4096);
	ring_init(&ring, nic, NULL, &ops, &p);
	ring_reset(&ring, RAM_BASE, 10);
	ring_run(&ring, true);
	ready_calls = written_calls = written_descs = 0;
}

static void states(void **state)
{
	uint32_t i;

	(void)state;
	setup(1, 0);
	assert_int_equal(ring_state(&ring, 0), DESC_EMPTY);
	ring_tail(&ring, 3);
	assert_int_equal(ring_state(&ring, 0), DESC_FETCHING);
	assert_int_equal(ring_state(&ring, 3), DESC_EMPTY);
	run_us(5);
	assert_int_equal(ready_calls, 1);
	assert_int_equal(ring_ready(&ring), 3);
	assert_int_equal(ring_state(&ring, 2), DESC_READY);
	ring_take(&ring, 2);
	assert_int_equal(ring_state(&ring, 1), DESC_PROCESSING);
	assert_int_equal(ring_state(&ring, 2), DESC_READY);
	ring_done(&ring, 1);
	assert_int_equal(ring_state(&ring, 0), DESC_WRITING);
	assert_int_equal(ram[15], 0); /* not visible yet */
	run_us(5);
	assert_int_equal(ring_state(&ring, 0), DESC_EMPTY);
	assert_int_equal(ram[15], 0xaa);
	assert_int_equal(written_descs, 1);
	for (i = 3; i < 10; i++)
		assert_int_equal(ring_state(&ring, i), DESC_EMPTY);
	ring_free(&ring);
}

/* Tail at 9, then at 4 past the end: fetches 4, 4, 1, then 1 (the end), 4. */
static void batches(void **state)
{
	(void)state;
	setup(1, 0);
	ring_tail(&ring, 9);
	run_us(10);
	assert_int_equal(ring.fetches, 3);
	assert_int_equal(ring_ready(&ring), 9);
	ring_take(&ring, 9);
	ring_done(&ring, 9);
	run_us(10);
	assert_int_equal(written_calls, 9);
	ring_tail(&ring, 4);
	run_us(10);
	assert_int_equal(ring.fetches, 5);
	assert_int_equal(ring_ready(&ring), 5);
	assert_int_equal(ring_slot(&ring, ring.taken), 9);
	ring_free(&ring);
}

static void write_backs(void **state)
{
	(void)state;
	setup(4, 10000000);
	ring_tail(&ring, 9);
	run_us(10);
	ring_take(&ring, 9);
	ring_done(&ring, 3);
	assert_int_equal(ring_state(&ring, 0), DESC_DONE);
	ring_done(&ring, 1); /* fourth: goes at once, as one write */
	assert_int_equal(ring.write_backs, 1);
	ring_done(&ring, 1);
	run_us(9);
	assert_int_equal(written_descs, 4);
	run_us(3); /* timeout of 10 us */
	assert_int_equal(ring.write_backs, 2);
	assert_int_equal(written_descs, 5);
	ring_flush(&ring);
	assert_int_equal(ring.write_backs, 2);
	ring_free(&ring);
}

/* What was on its way when the ring was reset has no effect. */
static void reset_in_flight(void **state)
{
	(void)state;
	setup(1, 0);
	ring_tail(&ring, 5);
	ring_reset(&ring, RAM_BASE + 1024, 10);
	run_us(10);
	assert_int_equal(ready_calls, 0);
	assert_int_equal(ring_ready(&ring), 0);
	ring_free(&ring);
}

static void polled(void **state)
{
	(void)state;
	setup(1, 0);
	ring.p.polled = true;
	memset(ram + 6 * 16, 0xff, 64); /* slots 6 to 9 are not ours */
	ring_kick(&ring);
	ring_kick(&ring); /* while the first fetch is on its way */
	run_us(10);
	assert_int_equal(ring_ready(&ring), 6);
	assert_true(ring.starved);
	memset(ram + 6 * 16, 0, 16);
	ring_kick(&ring);
	run_us(10);
	assert_int_equal(ring_ready(&ring), 7);
	ring_free(&ring);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(states),      cmocka_unit_test(batches),
		cmocka_unit_test(write_backs), cmocka_unit_test(reset_in_flight),
		cmocka_unit_test(polled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
