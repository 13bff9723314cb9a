/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_figure.h"
#include "analysis/lib_spec.h"
#include "sim/check.h"

size_t profile_rank(const json_t *predicted, const char *symbol, double *pct)
{
	size_t i;
	json_t *row;

	json_array_foreach(predicted, i, row) {
		const char *s = json_string_value(json_object_get(row, "symbol"));

		if (!s || strcmp(s, symbol))
			continue;
		*pct = json_number_value(json_object_get(row, "pct"));
		return i + 1;
	}
	return 0;
}

const json_t *profile_of(const struct results_group *g, const char *host)
{
	const struct results_point *p = g ? results_finished(g) : NULL;
	char *path = xasprintf("hosts.%s.profile", host);
	const json_t *list = p ? figure_node(p->result, path) : NULL;

	free(path);
	return list;
}

static const struct results_group *find_group(const struct results *r, const json_t *spec,
					      const char *axis, const char *value)
{
	long a = axis ? results_axis_find(r, axis) : -1;

	for (size_t i = 0; i < r->groups; i++) {
		const struct results_group *g = &r->group[i];

		if (a >= 0 &&
		    !results_same_value(&r->axis[a], results_group_value(g, (size_t)a), value))
			continue;
		if (results_where(r, json_object_get(spec, "at"), g))
			return g;
	}
	return NULL;
}

static struct profile *named(struct profiles *out, size_t from, const char *name)
{
	for (size_t i = from; i < out->n; i++)
		if (!strcmp(out->p[i].name, name))
			return &out->p[i];
	out->p = xrealloc(out->p, (out->n + 1) * sizeof(*out->p));
	out->p[out->n] = (struct profile){.name = xstrdup(name)};
	return &out->p[out->n++];
}

/* The measured column as a share: percent, or samples of all listed ones. */
static double share(const struct csv *c, size_t row)
{
	double total = 0;

	if (csv_col(c, "percent") >= 0)
		return atof(csv_get(c, row, "percent"));
	for (size_t i = 0; i < c->rows; i++)
		total += atof(csv_get(c, i, "samples"));
	return total > 0 ? 100 * atof(csv_get(c, row, "samples")) / total : 0;
}

static struct profile_entry *entry_of(struct profile *p, const char *symbol)
{
	for (size_t i = 0; i < p->n; i++)
		if (!strcmp(p->entry[i].symbol, symbol))
			return &p->entry[i];
	return NULL;
}

/* perf lists a symbol once a task; predicted profiles are a host's. */
static void add_entry(struct profile *p, const json_t *spec, const struct csv *c, size_t row)
{
	struct profile_entry *e = entry_of(p, csv_get(c, row, "symbol"));
	double pct = NAN;

	if (e) {
		e->measured += share(c, row);
		return;
	}

	p->entry = xrealloc(p->entry, (p->n + 1) * sizeof(*p->entry));
	e = &p->entry[p->n++];
	*e = (struct profile_entry){.symbol = csv_get(c, row, "symbol"), .measured = share(c, row)};
	e->rank = profile_rank(p->predicted, e->symbol, &pct);
	e->predicted = pct;
	e->skipped = spec_listed(json_object_get(spec, "skip"), e->symbol);
}

static void add_rows(const struct results *r, const json_t *spec, const struct csv *c,
		     struct profiles *out)
{
	const char *column = spec_text(spec, "column"), *axis = spec_text(spec, "axis");
	const json_t *values = json_object_get(json_object_get(r->run, "compare"), "values");
	size_t from = out->n;

	for (size_t i = 0; i < c->rows; i++) {
		const char *word = column ? csv_get(c, i, column) : "measured", *value;
		struct profile *p = named(out, from, word);

		if (!p->host) {
			value = column ? spec_text(json_object_get(values, column), word) : NULL;
			p->host = spec_text(spec, "host");
			p->group = find_group(r, spec, axis, value ? value : word);
			p->predicted = profile_of(p->group, p->host);
		}
		add_entry(p, spec, c, i);
	}
}

static char *check(const struct results *r, const json_t *spec, const struct csv *c)
{
	static const char *const keys[] = {"file", "host", "column", "axis", "at", "skip", NULL};
	const char *what = "compare.profile", *axis = spec_text(spec, "axis");
	char *err = spec_keys(spec, keys, what);

	if (!err && !spec_text(spec, "host"))
		err = err_fmt("%s: no `host`", what);
	if (!err && axis && results_axis_find(r, axis) < 0)
		err = err_fmt("%s.axis: the run has no axis '%s'", what, axis);
	if (!err)
		err = results_where_check(r, json_object_get(spec, "at"), "compare.profile.at");
	if (!err)
		err = csv_need(c, "symbol");
	if (!err && csv_col(c, "samples") < 0)
		err = csv_need(c, "percent");
	if (!err && spec_text(spec, "column"))
		err = csv_need(c, spec_text(spec, "column"));
	return err;
}

static char *load_one(const struct results *r, const json_t *spec, struct profiles *out)
{
	const char *file = spec_text(spec, "file");
	struct csv *c;
	char *err;

	if (!file)
		return err_fmt("compare.profile: no `file`");
	c = &out->csv[out->files];
	err = csv_read(file, c);
	if (err)
		return err;
	out->files++;
	err = check(r, spec, c);
	if (!err)
		add_rows(r, spec, c, out);
	return err;
}

char *profiles_load(const struct results *r, struct profiles *out)
{
	const json_t *spec = json_object_get(json_object_get(r->run, "compare"), "profile");
	size_t n = json_is_array(spec) ? json_array_size(spec) : spec ? 1 : 0;
	char *err = NULL;

	memset(out, 0, sizeof(*out));
	out->csv = xcalloc(n + 1, sizeof(*out->csv));
	for (size_t i = 0; i < n && !err; i++)
		err = load_one(r, json_is_array(spec) ? json_array_get(spec, i) : spec, out);
	if (err)
		profiles_free(out);
	return err;
}

void profiles_free(struct profiles *p)
{
	for (size_t i = 0; i < p->n; i++) {
		free(p->p[i].name);
		free(p->p[i].entry);
	}
	for (size_t i = 0; i < p->files; i++)
		csv_free(&p->csv[i]);
	free(p->p);
	free(p->csv);
	memset(p, 0, sizeof(*p));
}
