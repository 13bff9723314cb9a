/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages gain context on their way up; no error stays no error. */
#include "tests/tap.h"

#include <stdlib.h>

#include "sim/check.h"

static void test(void **state)
{
	char *err = err_fmt("%s: no such key '%s'", "a.yaml:3:5", "cpus");

	(void)state;
	err = err_in(err, "include of %s", "machine.yaml");
	err = err_in(err, "scenario");
	assert_string_equal(err,
			    "scenario: include of machine.yaml: a.yaml:3:5: no such key 'cpus'");
	free(err);
	assert_null(err_in(NULL, "scenario"));
	err = xasprintf("%d%%", 5);
	assert_string_equal(err, "5%");
	free(err);
}

int main(void)
{
	return RUN_ONE(test);
}
