/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupt moderation: a packet timer restarts with every packet, an absolute timer
 * does not, a throttle keeps a minimum distance, a count fires at once.
 */
#include "tests/nic_fake.h"

#include "nic_model/moderation.h"

static void packet_timer(void **state)
{
	struct moderation m = {.packet_ps = 10};

	(void)state;
	assert_int_equal(moderation_due(&m), MODERATION_NEVER);
	assert_int_equal(moderation_cause(&m, 100), 110);
	assert_int_equal(moderation_cause(&m, 105), 115);
	moderation_fired(&m, 115);
	assert_int_equal(moderation_due(&m), MODERATION_NEVER);
}

static void absolute_timer(void **state)
{
	struct moderation m = {.packet_ps = 10, .absolute_ps = 25};
	struct moderation alone = {.absolute_ps = 75};

	(void)state;
	assert_int_equal(moderation_cause(&m, 100), 110);
	assert_int_equal(moderation_cause(&m, 109), 119);
	assert_int_equal(moderation_cause(&m, 118), 125);
	assert_int_equal(moderation_cause(&alone, 100), 175);
	assert_int_equal(moderation_cause(&alone, 170), 175);
}

static void throttle(void **state)
{
	struct moderation m = {.throttle_ps = 125};

	(void)state;
	assert_int_equal(moderation_cause(&m, 100), 100); /* the first goes at once */
	moderation_fired(&m, 100);
	assert_int_equal(moderation_cause(&m, 130), 225);
	moderation_fired(&m, 225);
	assert_int_equal(moderation_cause(&m, 1000), 1000);
}

static void count(void **state)
{
	struct moderation m = {.absolute_ps = 1000, .max_causes = 3};

	(void)state;
	assert_int_equal(moderation_cause(&m, 1), 1001);
	assert_int_equal(moderation_cause(&m, 2), 1001);
	assert_int_equal(moderation_cause(&m, 3), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packet_timer),
		cmocka_unit_test(absolute_timer),
		cmocka_unit_test(throttle),
		cmocka_unit_test(count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
