/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Welch's test and Holm's correction, against closed forms. */
#include "tests/analysis_fake.h"

#include "analysis/lib_estimate.h"

static void equal_sizes(void **state)
{
	/*
	 * 1,2,3 against 4,5,6: t = -3 / sqrt(2/3), 4 degrees of freedom, where
	 * F(t) = 1/2 + 3/8 t / sqrt(1 + t^2/4) (1 - t^2 / (12 (1 + t^2/4))).
	 */
	struct welch w = welch_test(2, 1, 3, 5, 1, 3);

	(void)state;
	FAKE_CLOSE(w.t, -3.674235, 1e-6);
	FAKE_CLOSE(w.df, 4, 1e-12);
	FAKE_CLOSE(w.p, 0.021312, 1e-6);
}

static void unequal_variances(void **state)
{
	/* a = 1/3, b = 4/5: (a + b)^2 / (a^2 / 2 + b^2 / 4) */
	struct welch w = welch_test(0, 1, 3, 1, 4, 5);

	(void)state;
	FAKE_CLOSE(w.df, 5.958763, 1e-6);
	FAKE_CLOSE(w.t, -1 / sqrt(17.0 / 15), 1e-12);
}

static void without_spread(void **state)
{
	(void)state;
	assert_true(welch_test(3, 0, 4, 3, 0, 4).p == 1);
	assert_true(welch_test(3, 0, 4, 3.1, 0, 4).p == 0);
}

static void holm(void **state)
{
	/* sorted: .005 x 4, .01 x 3, .03 x 2, and .04 not below the one before */
	double p[] = {0.01, 0.04, 0.03, 0.005}, q[] = {0.7, 0.6};

	(void)state;
	holm_adjust(p, 4);
	FAKE_CLOSE(p[0], 0.03, 1e-15);
	FAKE_CLOSE(p[1], 0.06, 1e-15);
	FAKE_CLOSE(p[2], 0.06, 1e-15);
	FAKE_CLOSE(p[3], 0.02, 1e-15);
	holm_adjust(q, 2);
	assert_true(q[0] == 1 && q[1] == 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_sizes),
		cmocka_unit_test(unequal_variances),
		cmocka_unit_test(without_spread),
		cmocka_unit_test(holm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
