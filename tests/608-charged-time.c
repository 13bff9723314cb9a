/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sent packet stays charged to its socket until the device completes it: with
 * completions 250 us late that is the distribution's least value, and bytes stay
 * in the write queue for a round trip.
 */
#include "tests/tcp_pair.h"

#include "sim/stats.h"

static double alloc_mean, queued_mean;
static uint64_t alloc_max;

static void take(const char *path, const struct stats_dist *d, void *arg)
{
	(void)arg;
	if (!strcmp(path, "hosts.a.sock.wmem_alloc")) {
		alloc_mean = stats_dist_mean(d);
		alloc_max = stats_dist_max(d);
	}
	if (!strcmp(path, "hosts.a.sock.wmem_queued"))
		queued_mean = stats_dist_mean(d);
}

static void test(void **state)
{
	struct pair t = {.total = 1u << 20, .write_size = 16384};

	(void)state;
	pair_new(&t, "", PAIR_FEATURES, 1000000000, SIM_MS(2));
	t.da->hold = SIM_US(250);
	stats_open();
	sim_run(SIM_S(70));
	pair_check(&t);
	stats_dist_each("hosts.a.sock", take, NULL);
	assert_true(alloc_mean >= 250e6 && alloc_mean < 300e6);
	assert_true(alloc_max < 400000000);
	assert_true(queued_mean >= 4e9);
}

int main(void)
{
	return RUN_ONE(test);
}
