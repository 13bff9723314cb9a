/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gnuplot gets the scales, ticks, error bars and labels that the data ask for. */
#include "tests/analysis_fake.h"

#include "analysis/lib_plots.h"

#define AXES                                                                                       \
	"[{\"key\": \"socket.limit\", \"values\": [{\"text\": \"1KiB\", \"number\": 1024, "        \
	"\"unit\": \"B\"}, {\"text\": \"64KiB\", \"number\": 65536, \"unit\": \"B\"}, {\"text\": " \
	"\"1MiB\", \"number\": 1048576, \"unit\": \"B\"}, {\"text\": \"16MiB\", \"number\": "      \
	"16777216, \"unit\": \"B\"}]}, {\"key\": \"seed\", \"paths\": [\"seed\"], \"values\": "    \
	"[{\"text\": \"1\", \"number\": 1, \"unit\": \"\"}, {\"text\": \"2\", \"number\": 2, "     \
	"\"unit\": \"\"}]}]"
#define POINT(name, limit, seed, s, drops)                                                         \
	{                                                                                          \
		name, "done", "{\"socket.limit\": \"" limit "\", \"seed\": \"" seed "\"}",         \
			"{\"flows\": {\"t\": {\"transfer_s\": " #s "}}, \"drops\": {" drops "}}"   \
	}

static const struct fake_point points[] = {
	POINT("a1", "1KiB", "1", 10, ""),
	POINT("a2", "1KiB", "2", 12, ""),
	POINT("b1", "64KiB", "1", 3, ""),
	POINT("b2", "64KiB", "2", 3, ""),
	POINT("c1", "1MiB", "1", 4, "\"SOCK_BACKLOG_DROP\": 100"),
	POINT("c2", "1MiB", "2", 4, "\"SOCK_BACKLOG_DROP\": 100"),
	POINT("d1", "16MiB", "1", 6, "\"SOCK_BACKLOG_DROP\": 5000"),
};

static char *slurp(const char *dir, const char *name)
{
	char *path = xasprintf("%s/plots/%s", dir, name), *text = calloc(1, 100000);
	FILE *f = fopen(path, "r");

	if (!f)
		fail_msg("no %s", path);
	assert_true(fread(text, 1, 99999, f) > 0);
	fclose(f);
	free(path);
	return text;
}

static void has(const char *dir, const char *name, const char *part)
{
	char *text = slurp(dir, name);

	if (!strstr(text, part))
		fail_msg("%s has no \"%s\":\n%s", name, part, text);
	free(text);
}

static void drawn(void **state)
{
	static const char rest[] =
		"\"plots\": [\"time_vs_limit\", \"drops_vs_limit\", \"tiem\", \"time_map\", "
		"{\"figure\": \"flows.t.transfer_s\", \"x\": \"limit\"}]";
	char *dir = fake_dir();
	struct results r;
	struct plots p = {.r = &r};

	(void)state;
	fake_run(dir, AXES, points, 7, rest);
	assert_null(results_load(dir, &r));
	assert_int_equal(r.groups, 4);
	plots_make(&p);
	if (p.problems && strstr(p.problem[0], "not installed"))
		skip();
	assert_int_equal(p.n, 2);
	has(dir, "01-t-transfer_s-limit.gp", "set logscale x 2");
	has(dir, "01-t-transfer_s-limit.gp", "\"64 KiB\" 65536, \"1 MiB\" 1048576");
	has(dir, "01-t-transfer_s-limit.gp", "with vectors heads");
	/* seeds 10 and 12: mean 11, t(0.975; 1) = 12.7062 */
	has(dir, "01-t-transfer_s-limit.dat", "1024 11 12.7062047 \"\"");
	has(dir, "01-t-transfer_s-limit.dat", "16777216 6 0 \"\"");
	has(dir, "01-t-transfer_s-limit.svg", "<svg");
	has(dir, "02-drops-SOCK_BACKLOG_DROP-limit.gp", "set ytics add (\"0\" 0.5)");
	has(dir, "02-drops-SOCK_BACKLOG_DROP-limit.dat", "1024 0 0");
	assert_int_equal(p.problems, 3);
	fake_says(xstrdup(p.problem[0]), "plots: tiem: no such plot; did you mean 'time'?");
	fake_says(xstrdup(p.problem[1]), "a heat map needs two axes");
	fake_says(xstrdup(p.problem[2]), "plots[5]: the run has no axis 'limit'");
	plots_free(&p);
	results_free(&r);
	fake_remove(dir);
}

int main(void)
{
	return RUN_ONE(drawn);
}
