/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A time series has a row each interval: counters as increases, levels as they
 * are, exact times, only what the globs name.  An unwritable file is an error.
 */
#include "tests/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/stats.h"

static uint64_t sent, queue, other;

static void arrive(void *arg)
{
	sent += (uintptr_t)arg;
	queue = (uintptr_t)arg;
	other++;
}

static void test(void **state)
{
	static const char expect[] = "time_s,tx.sent,tx.queue\n"
				     "0.000000333333,7,7\n"
				     "0.000000666666,0,7\n"
				     "0.000000999999,5,2\n"
				     "0.000001333332,0,2\n";
	char file[256], text[1024];
	char *err;
	FILE *f;

	(void)state;
	tmp_path(file, sizeof(file), "series.csv");
	stats_counter("tx.sent", &sent, "packets");
	stats_level("tx.queue", &queue, "packets", "length");
	stats_counter("rx.sent", &other, "packets");
	stats_series("tx.s*", SIM_PS(333333));
	stats_series("*.queue", SIM_PS(333333));
	sim_call_at(SIM_NS(1), SIM_PRIO_HW, arrive, (void *)7);
	sim_call_at(SIM_NS(700), SIM_PRIO_HW, arrive, (void *)3);
	sim_call_at(SIM_PS(999999), SIM_PRIO_CPU, arrive,
		    (void *)2); /* before the sample at that time */
	sim_call_at(SIM_PS(1400000), SIM_PRIO_HW, arrive, (void *)4);
	assert_int_equal(sim_run(SIM_US(2)), SIM_END_IDLE);
	assert_null(stats_series_write(file));
	f = fopen(file, "r");
	assert_non_null(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	unlink(file);
	assert_string_equal(text, expect);

	err = stats_series_write("/nonexistent/series.csv");
	assert_string_equal(err, "/nonexistent/series.csv: No such file or directory");
	free(err);
	err = stats_series_write("/dev/full");
	assert_non_null(strstr(err, "/dev/full: write failed: No space left"));
	free(err);
}

int main(void)
{
	return RUN_ONE(test);
}
