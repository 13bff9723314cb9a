/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A measured profile that lists a symbol once a task stands beside the host's as one row. */
#include "tests/analysis_fake.h"

#include "analysis/lib_profile.h"

#define RESULT                                                                                     \
	"{\"hosts\": {\"box\": {\"profile\": [{\"symbol\": \"copy\", \"pct\": 58}, "               \
	"{\"symbol\": \"ack\", \"pct\": 2}]}}}"

static void sums(void **state)
{
	struct fake_point p = {"p", "done", "{}", RESULT};
	char *dir = fake_dir(), *csv, *rest;
	struct profiles profiles;
	struct results r;

	(void)state;
	csv = fake_write(dir, "m.csv",
			 "comm,symbol,percent\nreader,copy,41\nwriter,copy,18.5\nwriter,ack,1\n"
			 "reader,page,0.5\nreader,ack,2\n");
	rest = xasprintf("\"compare\": {\"profile\": {\"file\": \"%s\", \"host\": \"box\"}}", csv);
	fake_run(dir, "[]", &p, 1, rest);
	assert_null(results_load(dir, &r));
	assert_null(profiles_load(&r, &profiles));
	assert_int_equal(profiles.n, 1);
	assert_int_equal(profiles.p[0].n, 3);
	assert_string_equal(profiles.p[0].entry[0].symbol, "copy");
	assert_true(profiles.p[0].entry[0].measured == 59.5);
	assert_true(profiles.p[0].entry[0].predicted == 58);
	assert_true(profiles.p[0].entry[1].measured == 3);
	assert_true(profiles.p[0].entry[1].rank == 2);
	assert_true(profiles.p[0].entry[2].measured == 0.5);
	assert_true(isnan(profiles.p[0].entry[2].predicted));
	profiles_free(&profiles);
	results_free(&r);
	free(rest);
	free(csv);
	fake_remove(dir);
}

int main(void)
{
	return RUN_ONE(sums);
}
