/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Seeds are said to disagree when chance does not explain them, and only then. */
#include "tests/analysis_fake.h"

#include "analysis/lib_estimate.h"

static enum agreement seeds(const double *value, size_t n, double half)
{
	struct sample s[8];

	for (size_t i = 0; i < n; i++)
		s[i] = (struct sample){value[i], half, half > 0 ? 10 : 0};
	return estimate_of(s, n).seeds;
}

static void within_their_intervals(void **state)
{
	/* 5 % apart, but each knows itself only to 5 % */
	(void)state;
	assert_int_equal(seeds((double[]){97.5, 100, 102.5}, 3, 5), SEEDS_AGREE);
}

static void beyond_their_intervals(void **state)
{
	/* the same, each known to 0.5 %: standard errors of 0.22, chi-square 256 */
	(void)state;
	assert_int_equal(seeds((double[]){97.5, 100, 102.5}, 3, 0.5), SEEDS_DISAGREE);
}

static void too_little_to_matter(void **state)
{
	/* far beyond the intervals, but 1 % */
	(void)state;
	assert_int_equal(seeds((double[]){99.5, 100, 100.5}, 3, 0.001), SEEDS_AGREE);
}

static void two_states(void **state)
{
	(void)state;
	assert_int_equal(seeds((double[]){100, 40, 101, 41, 99}, 5, 0.5), SEEDS_TWO_STATES);
	/* one odd seed is not a state */
	assert_int_equal(seeds((double[]){100, 102, 101, 40, 99}, 5, 0.5), SEEDS_DISAGREE);
}

static void without_intervals(void **state)
{
	/* t interval of 90, 110: half is 127; of 100, 100.9, 101.8, 102.7: 1.84 */
	(void)state;
	assert_int_equal(seeds((double[]){90, 110}, 2, 0), SEEDS_DISAGREE);
	assert_int_equal(seeds((double[]){100, 100.9, 101.8, 102.7}, 4, 0), SEEDS_AGREE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(within_their_intervals), cmocka_unit_test(beyond_their_intervals),
		cmocka_unit_test(too_little_to_matter),	  cmocka_unit_test(two_states),
		cmocka_unit_test(without_intervals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
