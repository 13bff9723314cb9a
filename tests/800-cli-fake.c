/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * With arguments: nicpath over a fake simulation, for the scripts 8*.sh.
 * Without: options end where their table says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "scenarios/cli_args.h"
#include "tests/cli_fake.h"

static const struct cli_option options[] = {
	{"--set", 's', CLI_LIST, offsetof(struct cli_args, set), "P=V", "set"},
	{"--output", 'o', CLI_TEXT, offsetof(struct cli_args, out), "DIR", "folder"},
	{"--jobs", 'j', CLI_COUNT, offsetof(struct cli_args, jobs), "N", "jobs"},
	{"--dry-run", 'n', CLI_FLAG, offsetof(struct cli_args, dry_run), NULL, "none"},
	{0},
};
static const struct cli_command command = {"run", "FILE", 1, 1, "runs", NULL, options, NULL, false};

static void every_form_of_an_option(void **state)
{
	char *argv[] = {"--set", "a=1", "-sb=2",     "--set=c=3=4", "-o",
			"dir",	 "-j7", "file.yaml", "-n"};
	struct cli_args a;

	(void)state;
	assert_null(cli_parse(&command, 9, argv, &a));
	assert_int_equal(a.set.n, 3);
	assert_string_equal(a.set.items[0], "a=1");
	assert_string_equal(a.set.items[1], "b=2");
	assert_string_equal(a.set.items[2], "c=3=4");
	assert_string_equal(a.out, "dir");
	assert_int_equal(a.jobs, 7);
	assert_true(a.dry_run);
	assert_int_equal(a.words.n, 1);
	assert_string_equal(a.words.items[0], "file.yaml");
	cli_args_free(&a);
}

static void words_behind_two_dashes_are_words(void **state)
{
	char *argv[] = {"--", "-n"};
	struct cli_args a;

	(void)state;
	assert_null(cli_parse(&command, 2, argv, &a));
	assert_false(a.dry_run);
	assert_string_equal(a.words.items[0], "-n");
	cli_args_free(&a);
}

static void mistakes_have_one_message(void **state)
{
	static const struct {
		char *argv[3];
		int argc;
		const char *message;
	} table[] = {
		{{"f", "--jbos", "2"},
		 3,
		 "nicpath run: unknown option '--jbos'; did you mean '--jobs'?"},
		{{"f", "--zzzzzz"},
		 2,
		 "nicpath run: unknown option '--zzzzzz' (nicpath run --help)"},
		{{"f", "-x"}, 2, "nicpath run: unknown option '-x' (nicpath run --help)"},
		{{"f", "--jobs"}, 2, "nicpath run: --jobs needs a value (N)"},
		{{"f", "--jobs", "0"}, 3, "nicpath run: --jobs: '0' is out of range 1..1000000"},
		{{"f", "--jobs", "two"},
		 3,
		 "nicpath run: --jobs: 'two' is not a count (such as 0, 64, 1000)"},
		{{"f", "--dry-run=1"}, 2, "nicpath run: --dry-run takes no value"},
		{{"f", "g"}, 2, "nicpath run: 'g' is one word too many"},
		{{NULL}, 0, "nicpath run: FILE is missing (nicpath run --help)"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct cli_args a;
		char *err = cli_parse(&command, table[i].argc, (char **)table[i].argv, &a);

		assert_non_null(err);
		assert_string_equal(err, table[i].message);
		free(err);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form_of_an_option),
		cmocka_unit_test(words_behind_two_dashes_are_words),
		cmocka_unit_test(mistakes_have_one_message),
	};

	if (argc > 1)
		return cli_main(argc, argv, &fake_ops);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
