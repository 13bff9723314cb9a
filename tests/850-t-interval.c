/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A mean over seeds comes with Student's t interval: worked out by hand. */
#include "tests/analysis_fake.h"

#include "analysis/lib_estimate.h"

static void three_seeds(void **state)
{
	/* variance 1, t(0.975; 2) = 4.30265, half = 4.30265 / sqrt(3) */
	struct sample s[] = {{.value = 1}, {.value = 2}, {.value = 3}};
	struct estimate e = estimate_of(s, 3);

	(void)state;
	assert_true(e.mean == 2 && e.low == 1 && e.high == 3 && e.n == 3);
	FAKE_CLOSE(e.half, 2.484138, 1e-5);
}

static void two_seeds(void **state)
{
	/* variance 2, t(0.975; 1) = 12.7062, half = 12.7062 * sqrt(2 / 2) */
	struct sample s[] = {{.value = 10}, {.value = 12}};

	(void)state;
	FAKE_CLOSE(estimate_of(s, 2).half, 12.7062, 1e-4);
}

static void one_run_has_its_own_interval(void **state)
{
	struct sample s = {.value = 7, .half = 0.5, .batches = 10};
	struct sample none = {.value = 7, .half = INFINITY};

	(void)state;
	assert_true(estimate_of(&s, 1).half == 0.5);
	assert_true(estimate_of(&none, 1).half == 0);
	assert_true(estimate_of(&s, 1).seeds == SEEDS_AGREE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(three_seeds),
		cmocka_unit_test(two_seeds),
		cmocka_unit_test(one_run_has_its_own_interval),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
