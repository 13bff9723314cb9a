/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The nearest name is the one a typist meant; nothing near is nothing. */
#include "tests/tap.h"

#include "sim/yaml.h"

static const char *const names[] = {"ring",	    "rate",    "kernel", "duration",
				    "stopped_test", "kernels", "tso",	 "throughput"};

static const struct {
	const char *word, *nearest;
} table[] = {
	{"rnig", "ring"},		 /* swapped */
	{"rings", "ring"},		 /* inserted */
	{"kernl", "kernel"},		 /* left out */
	{"kernal", "kernel"},		 /* replaced */
	{"KERNEL", "kernel"},		 /* case */
	{"stoped_tset", "stopped_test"}, /* two mistakes */
	{"durtaoin", "duration"},	 /* three */
	{"dratian", "duration"},
	{"kernels", "kernels"}, /* exact, though "kernel" is near */
	{"tos", "tso"},
	{"xy", NULL},
	{"ra", NULL}, /* half of it */
	{"bandwidth", NULL},
	{"", NULL},
	{"a_word_that_is_far_too_long_to_be_a_key_of_anything_at_all_in_this_world", NULL},
};

static void test(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *got = nearest_name(table[i].word, names, 8);

		if (table[i].nearest)
			assert_string_equal(got ? got : "nothing", table[i].nearest);
		else
			assert_null(got);
	}
}

int main(void)
{
	return RUN_ONE(test);
}
