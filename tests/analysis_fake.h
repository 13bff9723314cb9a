/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Results folders as a run would leave them, written by hand. */
#ifndef NICPATH_TESTS_ANALYSIS_FAKE_H
#define NICPATH_TESTS_ANALYSIS_FAKE_H

#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/lib_results.h"
#include "sim/check.h"
#include "tests/tap.h"

#define FAKE_CLOSE(a, b, tol) assert_true(fabs((a) - (b)) <= (tol))

struct fake_point {
	const char *name, *state; /* folder; done, failed, waiting */
	const char *values;	  /* JSON: {"kernel": "a"} */
	const char *result;	  /* JSON; NULL: no result.json */
};

/* A new folder below $TMPDIR that belongs to this test. */
static inline char *fake_dir(void)
{
	char path[200], *dir;

	tmp_path(path, sizeof(path), "fake-XXXXXX");
	dir = mkdtemp(path);
	assert_non_null(dir);
	return xstrdup(dir);
}

static inline char *fake_write(const char *dir, const char *name, const char *text)
{
	char *path = xasprintf("%s/%s", dir, name);
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	return path;
}

/* rest: JSON members behind the points, such as "\"compare\": {...}". */
static inline void fake_run(const char *dir, const char *axes, const struct fake_point *p, size_t n,
			    const char *rest)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	fprintf(f,
		"{\"title\": \"Fake\", \"scenario\": \"fake\", \"version\": \"v0\", \"axes\": %s, "
		"\"points\": [",
		axes);
	for (size_t i = 0; i < n; i++) {
		fprintf(f, "%s{\"dir\": \"%s\", \"state\": \"%s\", \"values\": %s}", i ? ", " : "",
			p[i].name, p[i].state, p[i].values);
		if (!p[i].result)
			continue;
		char *sub = xasprintf("%s/%s", dir, p[i].name);

		mkdir(sub, 0777);
		free(fake_write(sub, "result.json", p[i].result));
		free(sub);
	}
	fprintf(f, "]%s%s}\n", *rest ? ", " : "", rest);
	fclose(f);
	free(fake_write(dir, "run.json", text));
	free(text);
}

static inline void fake_remove(char *dir)
{
	char *cmd = xasprintf("rm -rf '%s'", dir);

	assert_int_equal(system(cmd), 0);
	free(cmd);
	free(dir);
}

/* The message is this one; frees it. */
static inline void fake_says(char *err, const char *part)
{
	assert_non_null(err);
	if (!strstr(err, part))
		fail_msg("'%s' does not say '%s'", err, part);
	free(err);
}

#endif
