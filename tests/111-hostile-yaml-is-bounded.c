/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts made to hurt end at a limit, and take little memory until then. */
#include "tests/tap.h"

#include <string.h>
#include <sys/resource.h>

#include "sim/yaml.h"

const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libfyaml";
}

static char *text;
static size_t at;

static void put(const char *s)
{
	size_t n = strlen(s);

	memcpy(text + at, s, n + 1);
	at += n;
}

static void many(const char *s, size_t n)
{
	at = 0;
	text[0] = '\0';
	while (n--)
		put(s);
}

static void expect(const char *message)
{
	struct yaml_node *tree;
	char *err = yaml_parse("f", text, &tree);

	if (!err)
		fail_msg("accepted, wanted: %s", message);
	assert_string_equal(err, message);
	free(err);
}

/*
 * Each level is nine of the one before.  Sizes: 3, 28, 253, 2278, 20503; the
 * fourth alias of the sixth line passes 100000.
 */
static void billion_laughs(void)
{
	char line[200];

	many("a0: &a0 [x, x]\n", 1);
	for (int i = 1; i < 13; i++) {
		int n = snprintf(line, sizeof(line), "a%d: &a%d [", i, i);

		for (int k = 0; k < 9; k++)
			n += snprintf(line + n, sizeof(line) - (size_t)n, "%s*a%d", k ? ", " : "",
				      i - 1);
		put(line);
		put("]\n");
	}
}

static void limits(void **state)
{
	(void)state;
	billion_laughs();
	expect("f:6:25: more than 100000 values in one file");
	many("- a\n", 1000000);
	expect("f:100000:3: more than 100000 values in one file");
	many("a", 5u << 20);
	expect("f: is larger than 4 MiB");
	many("#", (64u << 10) + 1);
	expect("f:1:65537: the line is longer than 64 KiB");
	many("[", 65);
	expect("f:1:65: nested more than 64 levels deep");
	many("{a: ", 65);
	expect("f:1:257: nested more than 64 levels deep");
	many("- ", 65);
	expect("f:1:129: nested more than 64 levels deep");
	many("- &a x\n", 1001);
	expect("f:1001:6: more than 1000 anchors");
}

static void what_is_allowed_is_read(void **state)
{
	struct yaml_node *tree;

	(void)state;
	many("- a\n", 99999);
	assert_null(yaml_parse("f", text, &tree));
	assert_int_equal(yaml_size(tree), YAML_MAX_NODES);
	yaml_free(tree);
	many("- ", 63);
	put("x");
	assert_null(yaml_parse("f", text, &tree));
	assert_int_equal(yaml_size(tree), 64);
	yaml_free(tree);
	many("a: &x {b: [1, 2]}\nc: *x\nd: [*x, *x]\n", 1);
	assert_null(yaml_parse("f", text, &tree));
	assert_string_equal(yaml_text(yaml_find(tree, "d.1.b.1")), "2");
	yaml_free(tree);
}

/* Peak of this process, all the texts above included. Sanitizers take more. */
static void memory(void **state)
{
	struct rusage used;

	(void)state;
	getrusage(RUSAGE_SELF, &used);
#ifndef __SANITIZE_ADDRESS__
	assert_true(used.ru_maxrss < 100 * 1024);
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(limits),
		cmocka_unit_test(what_is_allowed_is_read),
		cmocka_unit_test(memory),
	};

	text = malloc(8u << 20);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
