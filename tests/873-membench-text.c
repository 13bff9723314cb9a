/* SPDX-License-Identifier: GPL-2.0-or-later */
/* membench says how far it is from each published value, bandwidths too, and nothing of what nobody
 * published. */
#include "tests/tap.h"

#include <string.h>

#include "scenarios/membench_int.h"

static char *printed(const struct membench_result *r)
{
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	membench_print(r, f);
	fclose(f);
	return text;
}

static void has(const char *text, const char *line)
{
	if (!strstr(text, line))
		print_error("no '%s' in:\n%s", line, text);
	assert_non_null(strstr(text, line));
}

static struct membench_result *machine(void)
{
	struct membench_result *r = calloc(1, sizeof(*r));

	r->name = "m";
	r->cycle_ps = 500;
	r->published.source = "nobody";
	r->levels = 1;
	r->level[0].name = "DRAM";
	r->plateau[0] = 66000;
	r->latencies = 1;
	r->latency[0] = (struct membench_point){1 << 20, 66000};
	r->bandwidths = 2;
	r->bandwidth[0] = (struct membench_bandwidth){1024, 16000, 16000, 8000};
	r->bandwidth[1] = (struct membench_bandwidth){1 << 20, 4500, 3000, 1500};
	return r;
}

static void with_published(void **state)
{
	struct membench_result *r = machine();
	char *text;

	(void)state;
	r->level[0].published_ps = 60000;
	r->published.read = 40000000000; /* bit/s: 5000 MB/s */
	r->published.copy = 8000000000;
	text = printed(r);
	has(text, "  DRAM              -            -      132.0     66.00     60.00   +10.0 %\n");
	has(text, "beyond the caches, MB/s, beside published\n");
	has(text, "  read                                          4500      5000   -10.0 %\n");
	has(text, "  copy                                          1500      1000   +50.0 %\n");
	assert_null(strstr(text, "\n  write "));
	free(text);
	free(r);
}

static void without(void **state)
{
	struct membench_result *r = machine();
	char *text = printed(r);

	(void)state;
	has(text, "      132.0     66.00         -         -\n");
	assert_null(strstr(text, "beyond the caches"));
	free(text);
	free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(with_published),
					   cmocka_unit_test(without)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
