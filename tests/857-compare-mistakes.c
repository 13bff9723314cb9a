/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A mistake in `compare` is one message that names it; nothing is skipped in silence. */
#include "tests/analysis_fake.h"

#include "analysis/lib_claims.h"
#include "analysis/lib_compare.h"
#include "analysis/lib_profile.h"

#define AXES "[{\"key\": \"kernel\", \"values\": [{\"text\": \"old\"}, {\"text\": \"new\"}]}]"
#define GOOD                                                                                       \
	"\"key\": {\"kernel\": \"kernel\"}, \"figures\": {\"mbps\": {\"figure\": "                 \
	"\"flows.f.mbps\"}}"

static const struct fake_point point = {
	"a", "done", "{\"kernel\": \"old\"}",
	"{\"flows\": {\"f\": {\"mbps\": 1.0}}, \"hosts\": {\"h\": {}}}"};

static const struct {
	const char *compare, *says;
} cases[] = {
	{"\"fille\": \"x\"", "compare: unknown key 'fille'; did you mean 'file'?"},
	{GOOD, "compare: figures, but no `file` of measurements"},
	{"\"file\": \"M\", \"key\": {\"kernl\": \"kernel\"}, \"figures\": {}",
	 "m.csv: no column 'kernl'; did you mean 'kernel'?"},
	{"\"file\": \"M\", \"key\": {\"kernel\": \"kern\"}, \"figures\": {}",
	 "compare.key.kernel: the run has no axis 'kern'"},
	{"\"file\": \"M\"", "compare: no `figures`"},
	{"\"file\": \"M\", \"figures\": {\"cpu\": {\"figure\": \"flows.f.mbps\"}}",
	 "m.csv: no column 'cpu'"},
	{"\"file\": \"\"", "compare: `file` is empty"},
	{"\"file\": \"M\", \"figures\": {\"mbps\": {\"tolerance\": \"5\"}}",
	 "compare.figures.mbps: no `figure`"},
	{"\"file\": \"M\", \"figures\": {\"mbps\": {\"figure\": \"flows.f.mbps\", \"tolerance\": "
	 "\"5 %\"}}",
	 "compare.figures.mbps.tolerance: not a number"},
	{"\"file\": \"M\", " GOOD ", \"fitted\": [\"q9\"]", "compare.fitted: "},
	{"\"file\": \"M\", " GOOD ", \"notes\": {\"q9\": \"x\"}", "has no row 'q9'"},
	{"\"file\": \"M\", " GOOD ", \"relative_to_best\": \"cpu\"",
	 "compare.relative_to_best: 'cpu' is not among the figures"},
	{"\"file\": \"M\", \"figures\": {\"word\": {\"figure\": \"flows.f.mbps\"}}",
	 "m.csv:2: word: 'abc' is neither a number nor a range"},
	{"\"profile\": {\"host\": \"h\"}", "compare.profile: no `file`"},
	{"\"profile\": {\"file\": \"M\", \"host\": \"h\"}", "m.csv: no column 'symbol'"},
	{"\"claims\": [{\"text\": \"t\"}]", "compare.claims[1]: either `figure` or `symbols`"},
	{"\"claims\": [{\"text\": \"t\", \"figure\": \"f\", \"at\": {\"kernel\": \"odl\"}}]",
	 "compare.claims[1].kernel: the axis has no value 'odl'"},
	{"\"claims\": [{\"text\": \"t\", \"figure\": \"f\", \"rnak\": \"1\"}]",
	 "compare.claims[1]: unknown key 'rnak'; did you mean 'rank'?"},
};

/* M stands for the file of measurements. */
static char *with_file(const char *text, const char *csv)
{
	const char *m = strstr(text, "\"M\"");

	return m ? xasprintf("\"compare\": {%.*s\"%s\"%s}", (int)(m - text), text, csv, m + 3)
		 : xasprintf("\"compare\": {%s}", text);
}

static void messages(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *dir = fake_dir();
		char *csv = fake_write(dir, "m.csv", "id,kernel,mbps,word\nq1,old,5,abc\n");
		char *rest = with_file(cases[i].compare, csv), *err;
		struct results r;
		struct compare c = {0};
		struct profiles p = {0};
		struct claims k = {0};

		fake_run(dir, AXES, &point, 1, rest);
		assert_null(results_load(dir, &r));
		err = compare_load(&r, &c);
		if (!err)
			err = profiles_load(&r, &p);
		if (!err)
			err = claims_check(&r, &k);
		fake_says(err, cases[i].says);
		claims_free(&k);
		profiles_free(&p);
		compare_free(&c);
		results_free(&r);
		free(rest);
		free(csv);
		fake_remove(dir);
	}
}

/* Loads compare and claims from a run of one point; what compare doubts, or NULL. */
static char *doubt(const char *compare, const char *more)
{
	char *dir = fake_dir();
	char *csv = fake_write(dir, "m.csv", "id,kernel,mbps,word\nq1,old,5,abc\n");
	char *text = with_file(compare, csv), *rest = xasprintf("%s%s", text, more), *said;
	struct results r;
	struct compare c = {0};
	struct claims k = {0};

	fake_run(dir, AXES, &point, 1, rest);
	assert_null(results_load(dir, &r));
	assert_null(compare_load(&r, &c));
	assert_null(claims_check(&r, &k));
	said = c.doubt ? xstrdup(c.doubt) : NULL;
	claims_free(&k);
	compare_free(&c);
	results_free(&r);
	free(text);
	free(rest);
	free(csv);
	fake_remove(dir);
	return said;
}

/* Shortened points may lack what whole ones have: the rest is compared all the same. */
static void a_figure_that_no_result_has_is_doubted(void **state)
{
	(void)state;
	fake_says(doubt("\"file\": \"M\", \"figures\": {\"mbps\": {\"figure\": \"flows.f.mbbs\"}}",
			""),
		  "compare.figures.mbps: no result has the figure 'flows.f.mbbs'");
	assert_null(doubt("\"file\": \"M\", " GOOD, ""));
}

/* What the scenario says of values that --set took away is no mistake. */
static void axes_that_set_replaced(void **state)
{
	static const char claim[] = "\"claims\": [{\"text\": \"t\", \"figure\": \"f\", "
				    "\"at\": {\"kernel\": \"older\"}}]";

	(void)state;
	assert_null(doubt(claim, ", \"set\": [\"duration=1s\", \"kernel=old\"]"));
	assert_null(doubt(claim, ", \"set\": [\"sweep.kernel=[old, new]\"]"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages),
		cmocka_unit_test(a_figure_that_no_result_has_is_doubted),
		cmocka_unit_test(axes_that_set_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
