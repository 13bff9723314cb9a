/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calibrate SPEC.yaml: moves the few parameters that a specification names
 * until the rows that it may use are met best, and prints the values.  It
 * changes no file: a person puts the values into the kernel or machine file,
 * with this specification as their source.
 *
 *	scenario: scenarios/qdisc-regression.yaml
 *	rows: [q1, q5]
 *	columns: [tx_cpu_pct]
 *	only: {kernel: linux-2.6.26, nic: forcedeth, tso: on}
 *	parameters:
 *	  kernel.instruction_scale: {start: 1.0, step: 0.3, min: 0.1, max: 10}
 *	evaluations: 30
 *
 * The measure is the sum of squared relative errors; GSL's Nelder-Mead simplex
 * looks for its minimum, each evaluation being a `nicpath run`.
 */
#include <gsl/gsl_multimin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/lib_compare.h"
#include "analysis/lib_results.h"
#include "sim/check.h"
#include "sim/yaml.h"

#define MAX_PARAMS 4

struct spec {
	const char *scenario, *dir;
	struct yaml_node *rows, *columns, *only;
	struct {
		const char *path;
		double start, step, min, max;
	} p[MAX_PARAMS];
	size_t n;
	int evaluations;
	char *nicpath;		/* the program beside this one */
	char *err;
	int count;
};

static double number(struct yaml_node *map, const char *key, double def)
{
	struct yaml_node *n = yaml_get(map, key);

	return n && yaml_text(n) ? atof(yaml_text(n)) : def;
}

static const char *text(struct yaml_node *map, const char *key, const char *def)
{
	struct yaml_node *n = yaml_get(map, key);

	return n && yaml_text(n) ? yaml_text(n) : def;
}

static char *read_parameters(struct yaml_node *list, struct spec *s)
{
	if (!list || yaml_kind(list) != YAML_MAP || !yaml_count(list))
		return err_fmt("the specification needs `parameters`");
	if (yaml_count(list) > MAX_PARAMS)
		return yaml_error(list, "more than %d parameters", MAX_PARAMS);
	for (size_t i = 0; i < yaml_count(list); i++) {
		struct yaml_node *n = yaml_at(list, i, &s->p[i].path);

		s->p[i].start = number(n, "start", 1);
		s->p[i].step = number(n, "step", s->p[i].start / 4);
		s->p[i].min = number(n, "min", 0);
		s->p[i].max = number(n, "max", INFINITY);
		s->n++;
	}
	return NULL;
}

static char *read_spec(const char *file, struct spec *s)
{
	struct yaml_node *root;
	char *err = yaml_load(file, &root);

	if (err)
		return err;
	s->scenario = text(root, "scenario", NULL);
	s->dir = text(root, "results", "results/calibrate");
	s->rows = yaml_get(root, "rows");
	s->columns = yaml_get(root, "columns");
	s->only = yaml_get(root, "only");
	s->evaluations = (int)number(root, "evaluations", 30);
	if (!s->scenario || !s->rows)
		return err_fmt("%s: the specification needs `scenario` and `rows`", file);
	err = read_parameters(yaml_get(root, "parameters"), s);
	return err ? err : yaml_unused(root);
}

static bool listed(struct yaml_node *list, const char *word)
{
	for (size_t i = 0; list && i < yaml_count(list); i++)
		if (!strcmp(yaml_text(yaml_at(list, i, NULL)), word))
			return true;
	return !list;
}

/* Runs the scenario's selected points with these parameters. */
static char *run(struct spec *s, const gsl_vector *x)
{
	char *argv[16 + 4 * MAX_PARAMS];
	size_t n = 0;
	pid_t pid;
	int status;

	argv[n++] = s->nicpath;
	argv[n++] = xstrdup("run");
	argv[n++] = xstrdup(s->scenario);
	argv[n++] = xstrdup("-o");
	argv[n++] = xstrdup(s->dir);
	for (size_t i = 0; i < s->n; i++) {
		argv[n++] = xstrdup("--set");
		argv[n++] = xasprintf("%s=%.6g", s->p[i].path, gsl_vector_get(x, i));
	}
	for (size_t i = 0; s->only && i < yaml_count(s->only) && n < 14 + 2 * MAX_PARAMS; i++) {
		const char *key;
		struct yaml_node *v = yaml_at(s->only, i, &key);

		argv[n++] = xstrdup("--only");
		argv[n++] = xasprintf("%s=%s", key, yaml_text(v));
	}
	argv[n] = NULL;
	pid = fork();
	if (!pid) {
		if (!freopen("/dev/null", "w", stdout))
			_exit(127);
		execv(argv[0], argv);
		_exit(127);
	}
	waitpid(pid, &status, 0);
	for (size_t i = 1; i < n; i++)
		free(argv[i]);
	/* Status 1: a point's expectation failed; its result is there. */
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
		return err_fmt("%s run failed", s->nicpath);
	return NULL;
}

static char *measure(struct spec *s, double *sum)
{
	struct results r;
	struct compare c;
	char *err = results_load(s->dir, &r);
	size_t used = 0;

	*sum = 0;
	if (!err)
		err = compare_load(&r, &c);
	if (err)
		return err;
	for (size_t i = 0; i < c.rows; i++)
		for (size_t k = 0; k < c.row[i].cells; k++) {
			const struct compare_cell *x = &c.row[i].cell[k];

			if (!listed(s->rows, c.row[i].id) || !listed(s->columns, x->column))
				continue;
			printf("  %s %s: measured %.4g, predicted %.4g (%+.1f %%)\n", c.row[i].id, x->column,
			       x->measured, x->predicted, x->error_pct);
			*sum += x->error_pct * x->error_pct;
			used++;
		}
	compare_free(&c);
	results_free(&r);
	return used ? NULL : err_fmt("none of the rows is in the run");
}

static double evaluate(const gsl_vector *x, void *arg)
{
	struct spec *s = arg;
	double sum = 0, outside = 0;

	for (size_t i = 0; i < s->n; i++) {
		double v = gsl_vector_get(x, i);

		outside += fmax(0, s->p[i].min - v) + fmax(0, v - s->p[i].max);
	}
	if (s->err || outside > 0)
		return 1e12 * (1 + outside);
	printf("evaluation %d:", ++s->count);
	for (size_t i = 0; i < s->n; i++)
		printf(" %s=%.6g", s->p[i].path, gsl_vector_get(x, i));
	putchar('\n');
	s->err = run(s, x);
	if (!s->err)
		s->err = measure(s, &sum);
	fflush(stdout);
	return s->err ? 1e12 : sum;
}

static void search(struct spec *s)
{
	gsl_multimin_function f = { evaluate, s->n, s };
	gsl_vector *x = gsl_vector_alloc(s->n), *step = gsl_vector_alloc(s->n);
	gsl_multimin_fminimizer *m = gsl_multimin_fminimizer_alloc(gsl_multimin_fminimizer_nmsimplex2, s->n);

	for (size_t i = 0; i < s->n; i++) {
		gsl_vector_set(x, i, s->p[i].start);
		gsl_vector_set(step, i, s->p[i].step);
	}
	gsl_multimin_fminimizer_set(m, &f, x, step);
	while (!s->err && s->count < s->evaluations && !gsl_multimin_fminimizer_iterate(m) &&
	       gsl_multimin_test_size(gsl_multimin_fminimizer_size(m), 1e-3))
		;
	if (!s->err) {
		printf("best, root mean square error over the rows used %.2f %%:\n", sqrt(m->fval));
		for (size_t i = 0; i < s->n; i++)
			printf("  %s: %.4g\n", s->p[i].path, gsl_vector_get(m->x, i));
	}
	gsl_multimin_fminimizer_free(m);
	gsl_vector_free(x);
	gsl_vector_free(step);
}

static char *beside_me(const char *name)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	sim_assert(n > 0);
	self[n] = '\0';
	*strrchr(self, '/') = '\0';
	return xasprintf("%s/%s", self, name);
}

int main(int argc, char **argv)
{
	struct spec s = { 0 };
	bool help = argc == 2 && !strcmp(argv[1], "--help");

	if (argc != 2 || argv[1][0] == '-') {
		fputs("usage: nicpath calibrate SPEC.yaml\nFits the parameters that SPEC names to the rows that it "
		      "may use; prints them and changes no file.\n",
		      help ? stdout : stderr);
		return help ? 0 : 2;
	}
	s.err = read_spec(argv[1], &s);
	s.nicpath = beside_me("nicpath");
	if (access(s.nicpath, X_OK)) {	/* installed: libexec/nicpath beside bin */
		free(s.nicpath);
		s.nicpath = beside_me("../../bin/nicpath");
	}
	if (!s.err)
		search(&s);
	if (s.err) {
		fprintf(stderr, "nicpath calibrate: %s\n", s.err);
		free(s.err);
		return 2;
	}
	return 0;
}
