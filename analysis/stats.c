/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stats A B: which figures of two runs differ by more than chance explains.
 * A and B are results folders (points are matched by their axes) or folders of
 * single points.
 *
 * Each figure is tested with Welch's t-test: over the seeds where a point was
 * repeated, else over the batch means that its interval is from.  Where neither
 * is known, the difference is shown without a verdict.  The p values are
 * corrected for the number of tests (Holm).
 */
#include <errno.h>
#include <fnmatch.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/lib_figure.h"
#include "analysis/lib_results.h"
#include "sim/check.h"

struct side {
	double mean, variance, n; /* n < 2: nothing is known of the spread */
};

struct row {
	char *point, *figure;
	struct side a, b;
	double p; /* NaN: not tested */
};

struct job {
	const char *dir[2];
	const char *glob;
	double alpha;
	bool all, same;
	struct row *row;
	size_t rows;
	size_t unmatched;
};

/* Spread from the seeds, or from one run's batch means. */
static struct side side_of(const struct sample *s, size_t n)
{
	double *x = xcalloc(n, sizeof(*x));
	struct side out = {.n = (double)n};

	for (size_t i = 0; i < n; i++)
		x[i] = s[i].value;
	out.variance = variance_of(x, n, &out.mean);
	if (n == 1 && s->batches >= 2 && isfinite(s->half)) {
		double se = s->half / gsl_cdf_tdist_Pinv(0.975, s->batches - 1);

		out.n = s->batches;
		out.variance = se * se * s->batches;
	}
	free(x);
	return out;
}

static bool read_side(const struct results_group *g, const char *figure, struct side *out)
{
	struct sample *s = xcalloc(g->n, sizeof(*s));
	size_t n = 0;

	for (size_t i = 0; i < g->n; i++)
		n += g->point[i]->result && figure_sample(g->point[i]->result, figure, &s[n]);
	if (n)
		*out = side_of(s, n);
	free(s);
	return n > 0;
}

/* Wall time differs always; an interval is part of its figure. */
static bool left_out(const char *path)
{
	return !strcmp(path, "wall_s") || !strcmp(path, "frames_per_wall_s") ||
	       !strcmp(path, "seed") || strstr(path, "_ci95.");
}

static void all_figures(const json_t *node, const char *path, struct figure_list *out)
{
	const char *key;
	size_t i;
	json_t *v;

	if (json_is_number(node) || json_is_boolean(node)) {
		if (!left_out(path))
			figure_list_add(out, path);
		return;
	}
	json_object_foreach((json_t *)node, key, v) {
		char *below = xasprintf("%s%s%s", path, *path ? "." : "", key);

		all_figures(v, below, out);
		free(below);
	}
	json_array_foreach(node, i, v) {
		const char *name = json_string_value(json_object_get(v, "name"));
		char *below;

		if (!name)
			name = json_string_value(json_object_get(v, "symbol"));
		below = name ? xasprintf("%s.%s", path, name) : xasprintf("%s.%zu", path, i);
		all_figures(v, below, out);
		free(below);
	}
}

/* Figures that people compare first; --all has every number of result.json. */
static bool headline(const char *path)
{
	static const char *const globs[] = {"flows.*.throughput_mbps",
					    "flows.*_service_demand_us_per_kib",
					    "flows.*.transfer_s",
					    "flows.*.transactions_per_s",
					    "flows.*latency_ns.*",
					    "hosts.*.cpu.util_pct",
					    "hosts.*.irq_per_s",
					    "hosts.*.ctxsw_per_s",
					    "hosts.*.distributions.wmem_alloc.*",
					    "hosts.*.caches.*.misses",
					    "drops.*"};

	for (size_t i = 0; i < sizeof(globs) / sizeof(globs[0]); i++)
		if (!fnmatch(globs[i], path, 0))
			return true;
	return false;
}

static void compare_figure(struct job *j, const char *point, const char *figure,
			   const struct results_group *a, const struct results_group *b)
{
	struct row r = {.p = NAN};

	if (!read_side(a, figure, &r.a) || !read_side(b, figure, &r.b))
		return;
	if (r.a.mean == r.b.mean && r.a.variance == 0 && r.b.variance == 0 && !j->glob)
		return;
	if (r.a.n >= 2 && r.b.n >= 2)
		r.p = welch_test(r.a.mean, r.a.variance, r.a.n, r.b.mean, r.b.variance, r.b.n).p;
	r.point = xstrdup(point);
	r.figure = xstrdup(figure);
	j->row = xrealloc(j->row, (j->rows + 1) * sizeof(*j->row));
	j->row[j->rows++] = r;
}

static void compare_groups(struct job *j, const char *point, const struct results_group *a,
			   const struct results_group *b)
{
	struct figure_list l = {0};

	all_figures(results_finished(a)->result, "", &l);
	all_figures(results_finished(b)->result, "", &l);
	for (size_t i = 0; i < l.n; i++)
		if (j->glob ? !fnmatch(j->glob, l.path[i], 0) : j->all || headline(l.path[i]))
			compare_figure(j, point, l.path[i], a, b);
	figure_list_free(&l);
}

/* The group of b with the same values on the axes that both runs have. */
static const struct results_group *match(const struct results *a, const struct results *b,
					 const struct results_group *g)
{
	for (size_t i = 0; i < b->groups; i++) {
		bool same = true;

		for (size_t x = 0; x < a->axes && same; x++) {
			long y = results_axis_find(b, a->axis[x].key);

			if (y >= 0 && !a->axis[x].seed)
				same = results_same_value(
					&a->axis[x], results_group_value(g, x),
					results_group_value(&b->group[i], (size_t)y));
		}
		if (same)
			return &b->group[i];
	}
	return NULL;
}

static void compare_runs(struct job *j, const struct results *a, const struct results *b)
{
	for (size_t i = 0; i < a->groups; i++) {
		const struct results_group *g = match(a, b, &a->group[i]);
		char *label;

		if (!g || !g->done || !a->group[i].done) {
			j->unmatched++;
			continue;
		}
		label = results_group_label(a, &a->group[i]);
		compare_groups(j, label, &a->group[i], g);
		free(label);
	}
}

/* A point's folder as a run of one point. */
static char *load_point(const char *dir, struct results *r)
{
	char *path = xasprintf("%s/result.json", dir), *err = NULL;
	json_error_t e;
	json_t *result = json_load_file(path, 0, &e);

	memset(r, 0, sizeof(*r));
	if (!result && e.line > 0)
		err = err_fmt("%s:%d:%d: %s", path, e.line, e.column, e.text);
	else if (!result)
		err = err_fmt("%s: neither a results folder (run.json) nor a point (result.json)",
			      dir);
	free(path);
	if (err)
		return err;
	r->dir = xstrdup(dir);
	r->point = xcalloc(1, sizeof(*r->point));
	r->group = xcalloc(1, sizeof(*r->group));
	r->axis = xcalloc(1, sizeof(*r->axis));
	r->points = r->groups = 1;
	r->point[0] = (struct results_point){.name = xstrdup(dir), .result = result};
	r->group[0].point = xcalloc(1, sizeof(struct results_point *));
	r->group[0].point[0] = r->point;
	r->group[0].n = r->group[0].done = 1;
	return NULL;
}

static char *load(const char *dir, struct results *r)
{
	char *run = xasprintf("%s/run.json", dir);
	bool whole = !access(run, F_OK);

	free(run);
	return whole ? results_load(dir, r) : load_point(dir, r);
}

static void correct(struct job *j)
{
	double *p = xcalloc(j->rows + 1, sizeof(*p));
	size_t n = 0;

	for (size_t i = 0; i < j->rows; i++)
		if (!isnan(j->row[i].p))
			p[n++] = j->row[i].p;
	holm_adjust(p, n);
	n = 0;
	for (size_t i = 0; i < j->rows; i++)
		if (!isnan(j->row[i].p))
			j->row[i].p = p[n++];
	free(p);
}

static const char *verdict(const struct job *j, const struct row *r)
{
	if (isnan(r->p))
		return r->a.mean == r->b.mean ? "equal" : "not tested";
	return r->p < j->alpha ? "DIFFERENT" : "no evidence";
}

static void print_row(const struct job *j, const struct row *r)
{
	char a[FIGURE_TEXT], b[FIGURE_TEXT], change[24] = "", p[16] = "-";
	const char *unit = figure_unit(r->figure);

	figure_print(unit, r->a.mean, a, sizeof(a));
	figure_print(unit, r->b.mean, b, sizeof(b));
	if (r->a.mean != 0)
		snprintf(change, sizeof(change), "%+.2f %%",
			 100 * (r->b.mean - r->a.mean) / fabs(r->a.mean));
	if (!isnan(r->p))
		snprintf(p, sizeof(p), "%.3g", r->p);
	printf("  %-48s %14s %14s %11s %10s  %s\n", r->figure, a, b, change, p, verdict(j, r));
}

static size_t print(const struct job *j)
{
	const char *last = NULL;
	size_t different = 0, tested = 0;

	printf("A: %s\nB: %s\n", j->dir[0], j->dir[1]);
	for (size_t i = 0; i < j->rows; i++) {
		const struct row *r = &j->row[i];

		if (!last || strcmp(last, r->point))
			printf("%s\n  %-48s %14s %14s %11s %10s\n", r->point, "figure", "A", "B",
			       "B - A", "p");
		last = r->point;
		print_row(j, r);
		tested += !isnan(r->p);
		different += !isnan(r->p) && r->p < j->alpha;
	}
	if (j->unmatched)
		printf("%zu points of A have no finished counterpart in B\n", j->unmatched);
	printf("%zu figures, %zu tested (Welch, Holm-corrected, level %g): %zu differ\n", j->rows,
	       tested, j->alpha, different);
	return different;
}

static int usage(FILE *f)
{
	fputs("usage: nicpath stats [OPTION]... A B\n"
	      "Compares two results folders, or two points' folders, figure by figure.\n"
	      "  --figure GLOB   only figures of result.json that match (hosts.*.cpu.util_pct)\n"
	      "  --all           every number of result.json, not only the headline ones\n"
	      "  --alpha LEVEL   of significance (0.05)\n"
	      "  --expect-same   exit status 1 if any figure differs\n",
	      f);
	return f == stdout ? 0 : 2;
}

/* False: usage. */
static bool parse(int argc, char **argv, struct job *j)
{
	int words = 0;
	char *end;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--all"))
			j->all = true;
		else if (!strcmp(argv[i], "--expect-same"))
			j->same = true;
		else if (!strcmp(argv[i], "--figure") && i + 1 < argc)
			j->glob = argv[++i];
		else if (!strcmp(argv[i], "--alpha") && i + 1 < argc) {
			j->alpha = strtod(argv[++i], &end);
			if (*end || !(j->alpha > 0 && j->alpha < 1))
				return false;
		} else if (argv[i][0] != '-' && words < 2)
			j->dir[words++] = argv[i];
		else
			return false;
	}
	return words == 2;
}

static void free_rows(struct job *j)
{
	for (size_t i = 0; i < j->rows; i++) {
		free(j->row[i].point);
		free(j->row[i].figure);
	}
	free(j->row);
}

int main(int argc, char **argv)
{
	struct job j = {.alpha = 0.05};
	struct results a = {0}, b = {0};
	size_t different = 0;
	char *err;

	if (argc == 2 && !strcmp(argv[1], "--help"))
		return usage(stdout);
	if (!parse(argc, argv, &j))
		return usage(stderr);
	err = load(j.dir[0], &a);
	if (!err)
		err = load(j.dir[1], &b);
	if (!err) {
		compare_runs(&j, &a, &b);
		if (!j.rows && j.unmatched == a.groups)
			err = err_fmt("%s and %s have no finished point in common", j.dir[0],
				      j.dir[1]);
	}
	if (err) {
		fprintf(stderr, "nicpath stats: %s\n", err);
	} else {
		correct(&j);
		different = print(&j);
	}
	free_rows(&j);
	results_free(&a);
	results_free(&b);
	if (err) {
		free(err);
		return 2;
	}
	return j.same && different ? 1 : 0;
}
