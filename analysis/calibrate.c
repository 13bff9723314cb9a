/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * calibrate SPEC.yaml: moves the few parameters that a specification names
 * until the rows that it may use are met best, and prints the values.  It
 * changes no file: a person puts the values into the kernel or machine file,
 * with the specification as their source.
 *
 *	scenario: ../qdisc-regression.yaml	# from the specification's place
 *	rows: [q1, q5]	# the only ones that count
 *	columns: [tx_cpu_pct, rx_cpu_pct]	# default: all compared ones
 *	only: {kernel: linux-2.6.26}	# points to run, as nicpath run --only
 *	parameters:	# at most 4; start, and bounds never left
 *	  kernel.instruction_scale: {start: 1.0, min: 0.3, max: 3}
 *	evaluations: 40
 *	results: results/calibrate	# folder for the runs
 *
 * The measure is the root mean square of the relative errors.  GSL's simplex
 * looks for its minimum in the logarithms of the parameters, each evaluation
 * being a `nicpath run`.  Then each parameter is moved by 10 % to see what the
 * rows say of it: where two parameters do the same to every row, the rows
 * cannot tell them apart, and that is said.
 */
#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_linalg.h>
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

#define MAX_PARAMS    4
#define MAX_CELLS     64
#define STEP	      0.2  /* first simplex: 20 % */
#define CLOSE	      2e-3 /* the simplex is so small: found */
#define NUDGE	      0.1
#define ILL_CONDITION 20.0
#define FAR	      1e6 /* the measure outside the bounds, and after an error */

struct param {
	const char *path;
	double start, min, max;
};

struct spec {
	char *scenario;
	const char *dir;
	struct yaml_node *root, *rows, *columns, *only;
	struct param p[MAX_PARAMS];
	size_t n;
	int evaluations, count;
	char *nicpath; /* the program beside this one */
	char *err;
	double error[MAX_CELLS]; /* relative errors of the last evaluation, percent */
	size_t cells;
};

static char *number(struct yaml_node *map, const char *key, double *out)
{
	struct yaml_node *n = yaml_get(map, key);
	const char *text = n ? yaml_text(n) : NULL;
	char *end;

	if (!n)
		return NULL;
	if (!text)
		return yaml_error(n, "%s takes a number", key);
	*out = strtod(text, &end);
	return *text && !*end ? NULL : yaml_error(n, "%s: '%s' is no number", key, text);
}

static char *read_parameter(struct yaml_node *n, struct param *p)
{
	char *err = yaml_kind(n) == YAML_MAP ? NULL : yaml_error(n, "takes {start, min, max}");

	*p = (struct param){.path = p->path, .start = 1, .min = 0, .max = INFINITY};
	if (!err)
		err = number(n, "start", &p->start);
	if (!err)
		err = number(n, "min", &p->min);
	if (!err)
		err = number(n, "max", &p->max);
	if (!err && !(p->start > 0 && p->start >= p->min && p->start <= p->max))
		err = yaml_error(n, "start must be above 0 and within min and max");
	return err;
}

static char *read_parameters(struct yaml_node *root, struct spec *s)
{
	struct yaml_node *list = yaml_get(root, "parameters");
	char *err = NULL;

	if (!list || yaml_kind(list) != YAML_MAP || !yaml_count(list))
		return yaml_error(root, "the specification needs `parameters`");
	if (yaml_count(list) > MAX_PARAMS)
		return yaml_error(list, "more than %d parameters", MAX_PARAMS);
	for (size_t i = 0; i < yaml_count(list) && !err; i++) {
		struct yaml_node *n = yaml_at(list, i, &s->p[i].path);

		err = read_parameter(n, &s->p[i]);
		s->n++;
	}
	return err;
}

static char *check_list(struct yaml_node *n, enum yaml_kind kind, const char *what)
{
	if (n && yaml_kind(n) != kind)
		return yaml_error(n, "%s: not a %s", what, kind == YAML_MAP ? "mapping" : "list");
	for (size_t i = 0; n && i < yaml_count(n); i++)
		if (!yaml_text(yaml_at(n, i, NULL)))
			return yaml_error(n, "%s: not a %s of words", what,
					  kind == YAML_MAP ? "mapping" : "list");
	return NULL;
}

/* A path in the specification, from where that stands. */
static char *beside(const char *file, const char *path)
{
	const char *slash = strrchr(file, '/');

	if (path[0] == '/' || !slash)
		return xstrdup(path);
	return xasprintf("%.*s/%s", (int)(slash - file), file, path);
}

static char *read_lists(struct yaml_node *root, struct spec *s)
{
	double evaluations = 40;
	char *err;

	s->rows = yaml_get(root, "rows");
	s->columns = yaml_get(root, "columns");
	s->only = yaml_get(root, "only");
	err = check_list(s->rows, YAML_SEQ, "rows");
	if (!err)
		err = check_list(s->columns, YAML_SEQ, "columns");
	if (!err)
		err = check_list(s->only, YAML_MAP, "only");
	if (!err)
		err = number(root, "evaluations", &evaluations);
	s->evaluations = (int)evaluations;
	return err;
}

static char *read_spec(const char *file, struct spec *s)
{
	struct yaml_node *scenario, *dir;
	char *err = yaml_load(file, &s->root);

	if (err)
		return err;
	if (yaml_kind(s->root) != YAML_MAP)
		return yaml_error(s->root, "not a calibration specification");
	yaml_get(s->root, "title");
	scenario = yaml_get(s->root, "scenario");
	dir = yaml_get(s->root, "results");
	s->dir = dir && yaml_text(dir) ? yaml_text(dir) : "results/calibrate";
	err = read_lists(s->root, s);
	if (!err && (!scenario || !yaml_text(scenario) || !s->rows))
		err = yaml_error(s->root, "the specification needs `scenario` and `rows`");
	if (!err)
		s->scenario = beside(file, yaml_text(scenario));
	if (!err)
		err = read_parameters(s->root, s);
	return err ? err : yaml_unused(s->root);
}

static bool listed(struct yaml_node *list, const char *word)
{
	for (size_t i = 0; list && i < yaml_count(list); i++)
		if (!strcmp(yaml_text(yaml_at(list, i, NULL)), word))
			return true;
	return !list;
}

static char **command(const struct spec *s, const double *v)
{
	size_t only = s->only ? yaml_count(s->only) : 0, n = 0;
	char **argv = xcalloc(8 + 2 * s->n + 2 * only, sizeof(*argv));

	argv[n++] = xstrdup(s->nicpath);
	argv[n++] = xstrdup("run");
	argv[n++] = xstrdup(s->scenario);
	argv[n++] = xstrdup("--no-report");
	argv[n++] = xstrdup("-o");
	argv[n++] = xstrdup(s->dir);
	for (size_t i = 0; i < s->n; i++) {
		argv[n++] = xstrdup("--set");
		argv[n++] = xasprintf("%s=%.6g", s->p[i].path, v[i]);
	}
	for (size_t i = 0; i < only; i++) {
		const char *key;
		struct yaml_node *value = yaml_at(s->only, i, &key);

		argv[n++] = xstrdup("--only");
		argv[n++] = xasprintf("%s=%s", key, yaml_text(value));
	}
	return argv;
}

static void start(char **argv)
{
	int null = open("/dev/null", O_WRONLY);

	dup2(null, STDOUT_FILENO);
	execv(argv[0], argv);
	_exit(127);
}

/* Runs the scenario's selected points with these parameters. */
static char *run(const struct spec *s, const double *v)
{
	char **argv = command(s, v), *err = NULL;
	int status = 0;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid)
		start(argv);
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	/* Status 1: a point's expectation failed; its result is there. */
	if (pid < 0 || !WIFEXITED(status) || WEXITSTATUS(status) > 1)
		err = err_fmt("%s run %s did not work (status %d)", s->nicpath, s->scenario,
			      WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	for (size_t i = 0; argv[i]; i++)
		free(argv[i]);
	free(argv);
	return err;
}

static void take_cells(struct spec *s, const struct compare *c)
{
	for (size_t i = 0; i < c->rows; i++)
		for (size_t k = 0; k < c->row[i].cells && s->cells < MAX_CELLS; k++) {
			const struct compare_cell *x = &c->row[i].cell[k];

			if (!listed(s->rows, c->row[i].id) || !listed(s->columns, x->column))
				continue;
			printf("    %-6s %-30s measured %9.5g  predicted %9.5g  %+7.2f %%\n",
			       c->row[i].id, x->column, x->measured, x->predicted.mean,
			       x->error_pct);
			s->error[s->cells++] = x->error_pct;
		}
}

static char *measure(struct spec *s)
{
	struct results r;
	struct compare c;
	char *err = results_load(s->dir, &r);

	if (err)
		return err;
	s->cells = 0;
	err = compare_load(&r, &c);
	if (!err && c.doubt)
		err = xstrdup(c.doubt);
	if (!err)
		take_cells(s, &c);
	compare_free(&c);
	results_free(&r);
	if (!err && !s->cells)
		err = err_fmt("none of the rows and columns has a predicted value in %s", s->dir);
	return err;
}

/* Root mean square of the relative errors, percent. */
static double evaluate_at(struct spec *s, const double *v)
{
	double sum = 0;

	printf("  %2d:", ++s->count);
	for (size_t i = 0; i < s->n; i++)
		printf(" %s=%.6g", s->p[i].path, v[i]);
	putchar('\n');
	s->err = run(s, v);
	if (!s->err)
		s->err = measure(s);
	if (s->err)
		return FAR;
	for (size_t i = 0; i < s->cells; i++)
		sum += s->error[i] * s->error[i];
	printf("    root mean square %.3f %%\n", sqrt(sum / (double)s->cells));
	fflush(stdout);
	return sqrt(sum / (double)s->cells);
}

static double evaluate(const gsl_vector *x, void *arg)
{
	struct spec *s = arg;
	double v[MAX_PARAMS], outside = 0;

	for (size_t i = 0; i < s->n; i++) {
		v[i] = exp(gsl_vector_get(x, i));
		outside += fmax(0, s->p[i].min - v[i]) + fmax(0, v[i] - s->p[i].max);
	}
	if (s->err || outside > 0)
		return FAR * (1 + outside);
	return evaluate_at(s, v);
}

/* The best values into v. */
static double search(struct spec *s, double *v)
{
	gsl_multimin_function f = {evaluate, s->n, s};
	gsl_vector *x = gsl_vector_alloc(s->n), *step = gsl_vector_alloc(s->n);
	gsl_multimin_fminimizer *m =
		gsl_multimin_fminimizer_alloc(gsl_multimin_fminimizer_nmsimplex2, s->n);
	double best;

	for (size_t i = 0; i < s->n; i++) {
		gsl_vector_set(x, i, log(s->p[i].start));
		gsl_vector_set(step, i, log1p(STEP));
	}
	gsl_multimin_fminimizer_set(m, &f, x, step);
	while (!s->err && s->count < s->evaluations && !gsl_multimin_fminimizer_iterate(m) &&
	       gsl_multimin_fminimizer_size(m) > CLOSE)
		;
	for (size_t i = 0; i < s->n; i++)
		v[i] = exp(gsl_vector_get(m->x, i));
	best = m->fval;
	gsl_multimin_fminimizer_free(m);
	gsl_vector_free(x);
	gsl_vector_free(step);
	return best;
}

/* Condition of the sensitivities, columns scaled to length 1. */
static double condition(gsl_matrix *j, size_t n)
{
	gsl_matrix *v = gsl_matrix_alloc(n, n);
	gsl_vector *sv = gsl_vector_alloc(n), *work = gsl_vector_alloc(n);
	double low, high;

	for (size_t k = 0; k < n; k++) {
		double sum = 0;

		for (size_t i = 0; i < j->size1; i++)
			sum += pow(gsl_matrix_get(j, i, k), 2);
		for (size_t i = 0; i < j->size1 && sum > 0; i++)
			gsl_matrix_set(j, i, k, gsl_matrix_get(j, i, k) / sqrt(sum));
	}
	gsl_linalg_SV_decomp(j, v, sv, work);
	low = gsl_vector_get(sv, n - 1);
	high = gsl_vector_get(sv, 0);
	gsl_matrix_free(v);
	gsl_vector_free(sv);
	gsl_vector_free(work);
	return low > 0 ? high / low : INFINITY;
}

/* What the rows say of the parameters: each is moved by NUDGE. */
static void sensitivity(struct spec *s, const double *best)
{
	double base[MAX_CELLS], v[MAX_PARAMS], c;
	size_t cells = s->cells;
	gsl_matrix *j;

	evaluate_at(s, best); /* kept results: costs nothing */
	memcpy(base, s->error, sizeof(base));
	if (s->err)
		return;
	if (cells < s->n) {
		printf("%zu figures cannot tell %zu parameters: the values are one choice of "
		       "many\n",
		       cells, s->n);
		return;
	}
	j = gsl_matrix_alloc(cells, s->n);
	for (size_t k = 0; k < s->n && !s->err; k++) {
		double nudge = best[k] * (1 + NUDGE) <= s->p[k].max ? NUDGE : -NUDGE;

		memcpy(v, best, sizeof(v));
		v[k] *= 1 + nudge;
		evaluate_at(s, v);
		for (size_t i = 0; i < cells && !s->err; i++)
			gsl_matrix_set(j, i, k, (s->error[i] - base[i]) / (100 * nudge));
	}
	c = s->err ? 0 : condition(j, s->n);
	gsl_matrix_free(j);
	if (!s->err)
		printf("condition of the sensitivities: %.3g%s\n", c,
		       c > ILL_CONDITION ? "; the rows can hardly tell these parameters apart"
					 : "");
}

static void calibrate(struct spec *s)
{
	double v[MAX_PARAMS] = {0}, best;

	best = search(s, v);

	if (s->err)
		return;
	sensitivity(s, v);
	if (s->err)
		return;
	printf("best after %d evaluations, root mean square error of the rows used %.2f %%:\n",
	       s->count, best);
	for (size_t i = 0; i < s->n; i++)
		printf("  %s: %.4g%s\n", s->p[i].path, v[i],
		       v[i] < s->p[i].min * 1.01 || v[i] > s->p[i].max / 1.01 ? "  # at its bound"
									      : "");
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

/* Beside this program; installed, that is libexec/nicpath, it is in bin. */
static char *find_nicpath(void)
{
	char *path = beside_me("nicpath");

	if (!access(path, X_OK))
		return path;
	free(path);
	return beside_me("../../bin/nicpath");
}

int main(int argc, char **argv)
{
	struct spec s = {0};
	bool help = argc == 2 && !strcmp(argv[1], "--help"), failed;

	if (argc != 2 || argv[1][0] == '-') {
		fputs("usage: nicpath calibrate SPEC.yaml\n"
		      "Fits the parameters that SPEC names to the rows that it may use; prints "
		      "them and\n"
		      "changes no file.  docs/validation.md says what a calibration may do.\n",
		      help ? stdout : stderr);
		return help ? 0 : 2;
	}
	s.err = read_spec(argv[1], &s);
	s.nicpath = find_nicpath();
	if (!s.err)
		calibrate(&s);
	if (s.err)
		fprintf(stderr, "nicpath calibrate: %s\n", s.err);
	failed = s.err != NULL;
	free(s.err);
	free(s.nicpath);
	free(s.scenario);
	yaml_free(s.root);
	return failed ? 2 : 0;
}
