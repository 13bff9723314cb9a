/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A FIFO of n bytes holds exactly n bytes, counts what it turns away, and keeps a
 * frame's room until it is released; cut-through starts as early as the wire cannot
 * run dry.
 */
#include "tests/nic_fake.h"

#include "nic_model/fifo.h"

static void overflow(void **state)
{
	struct fifo f;
	struct frame *x;
	int i, taken = 0;

	(void)state;
	fifo_init(&f, 4000);
	for (i = 0; i < 10; i++) {
		x = fake_frame_len(1000, (uint32_t)i);
		if (fifo_put(&f, x))
			taken++;
		else
			frame_free(x);
	}
	assert_int_equal(taken, 4);
	assert_int_equal(f.drops, 6);
	x = fifo_get(&f);
	assert_int_equal(x->h.seq, 0);
	assert_false(fifo_reserve(&f, 1)); /* still being drained */
	fifo_release(&f, x->len);
	frame_free(x);
	assert_true(fifo_reserve(&f, 1000));
	assert_false(fifo_reserve(&f, 1));
	fifo_release(&f, 1000);
	fifo_flush(&f);
	assert_int_equal(f.used, 0);
	assert_int_equal(f.max_used, 4000);
	assert_int_equal(frames_live(), 0);
}

static void start(void **state)
{
	(void)state;
	assert_int_equal(fifo_start_ps(100, 1100, 1000, 0, 5000), 1100);
	assert_int_equal(fifo_start_ps(100, 1100, 1000, 256, 5000), 356);
	/* The wire takes 600: starting before 500 would outrun the data. */
	assert_int_equal(fifo_start_ps(100, 1100, 1000, 256, 600), 500);
	assert_int_equal(fifo_start_ps(100, 1100, 1000, 2000, 600), 1100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(overflow), cmocka_unit_test(start)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
