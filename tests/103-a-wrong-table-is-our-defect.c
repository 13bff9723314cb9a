/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A table whose own default or bound is wrong ends the process with status 3. */
#include "tests/tap.h"

#include <string.h>

#include "sim/param.h"
#include "tests/child.h"

struct one {
	uint64_t t;
};

static void load_defaults(void *arg)
{
	const struct param params[] = {*(const struct param *)arg, {0}};
	const struct param_table table = {"wrong", "h", params, sizeof(struct one)};
	struct one o;

	param_defaults(&table, &o);
}

static const struct {
	struct param param;
	const char *message;
} wrong[] = {
	{{"t", PARAM_TIME, 0, "5 bananas", NULL, NULL, NULL, "h", "s"},
	 "table wrong: default of t: '5 bananas': 'bananas' is not a unit of time"},
	{{"t", PARAM_TIME, 0, "5us", "6us", NULL, NULL, "h", "s"},
	 "table wrong: default of t: 5us is below the minimum, 6us"},
	{{"t", PARAM_TIME, 0, "5us", NULL, "x", NULL, "h", "s"},
	 "parameter t: bound x: 'x' is not a time"},
	{{"t", PARAM_TIME, 8, "5us", NULL, NULL, NULL, "h", "s"}, "table wrong: t is outside"},
};

static void test(void **state)
{
	static struct child c;

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		child_run(&c, load_defaults, (void *)&wrong[i].param);
		assert_int_equal(c.status, 3);
		assert_non_null(strstr(c.out, wrong[i].message));
	}
}

int main(void)
{
	return RUN_ONE(test);
}
