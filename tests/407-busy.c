/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A booked server loses nothing and overlaps nothing: whatever the order of
 * bookings, every picosecond belongs to one of them, and work goes into the
 * earliest free time from the moment it was asked for.
 */
#include "tests/nic_fake.h"

#include "nic_model/busy.h"
#include "sim/rng.h"

static void fills_gaps(void **state)
{
	struct busy b = {.n = 0};

	(void)state;
	assert_int_equal(busy_book(&b, 0, 100, 50), 150);
	assert_int_equal(busy_book(&b, 0, 200, 50), 250);
	assert_int_equal(busy_book(&b, 0, 0, 50), 50);	      /* before all */
	assert_int_equal(busy_book(&b, 0, 120, 30), 180);     /* behind the first */
	assert_int_equal(busy_book(&b, 0, 40, 80), 190 + 70); /* 50-100, 180-200, 250-260 */
	assert_int_equal(b.booked_ps, 50 + 50 + 50 + 30 + 80);
	assert_int_equal(b.n, 1);
	assert_int_equal(b.start[0], 0);
	assert_int_equal(b.end[0], 260);
}

/* Against a server that marks each unit of time in an array. */
static uint64_t by_hand(uint8_t *taken, uint64_t t, uint64_t work)
{
	while (work) {
		if (!taken[t]) {
			taken[t] = 1;
			work--;
		}
		t++;
	}
	return t;
}

static void random_orders(void **state)
{
	static uint8_t taken[20000];
	struct rng *r = rng_new(1, "busy");
	int round, i;

	(void)state;
	for (round = 0; round < 50; round++) {
		struct busy b = {.n = 0};
		uint64_t now = 0;

		memset(taken, 0, sizeof(taken));
		for (i = 0; i < 200; i++) {
			uint64_t t = now + rng_below(r, 300), work = 1 + rng_below(r, 30);

			assert_int_equal(busy_book(&b, now, t, work), by_hand(taken, t, work));
			assert_true(b.n < BUSY_SPANS);
			now += rng_below(r, 40);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fills_gaps),
		cmocka_unit_test(random_orders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
