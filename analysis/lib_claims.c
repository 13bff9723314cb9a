/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_claims.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_compare.h"
#include "analysis/lib_figure.h"
#include "analysis/lib_profile.h"
#include "analysis/lib_spec.h"
#include "sim/check.h"

struct spec {
	const char *figure, *host;
	const json_t *at, *like, *symbols;
	struct tolerance tolerance;
	double min_ratio, max_ratio, rank, below_pct, min, max;
};

static char *read_numbers(const json_t *o, const char *what, struct spec *s)
{
	const struct {
		const char *key;
		double *into;
	} numbers[] = {{"tolerance", &s->tolerance.pct},
		       {"factor", &s->tolerance.factor},
		       {"absolute", &s->tolerance.absolute},
		       {"min_ratio", &s->min_ratio},
		       {"max_ratio", &s->max_ratio},
		       {"rank", &s->rank},
		       {"below_pct", &s->below_pct},
		       {"min", &s->min},
		       {"max", &s->max}};
	char *err = NULL;

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]) && !err; i++)
		err = spec_number(o, numbers[i].key, what, numbers[i].into);
	return err;
}

static char *read_spec(const struct results *r, const json_t *o, const char *what, struct spec *s)
{
	static const char *const keys[] = {"text",	"figure",    "host",	  "at",
					   "like",	"symbols",   "tolerance", "factor",
					   "absolute",	"min_ratio", "max_ratio", "rank",
					   "below_pct", "min",	     "max",	  NULL};
	char *err = spec_keys(o, keys, what);

	*s = (struct spec){.figure = spec_text(o, "figure"),
			   .host = spec_text(o, "host"),
			   .at = json_object_get(o, "at"),
			   .like = json_object_get(o, "like"),
			   .symbols = json_object_get(o, "symbols"),
			   .max_ratio = INFINITY,
			   .below_pct = INFINITY,
			   .min = -INFINITY,
			   .max = INFINITY};
	if (!err)
		err = read_numbers(o, what, s);
	if (!err && !spec_text(o, "text"))
		err = err_fmt("%s: no `text`", what);
	if (!err && !s->figure == !s->symbols)
		err = err_fmt("%s: either `figure` or `symbols`", what);
	if (!err && s->symbols && !s->host)
		err = err_fmt("%s: symbols need a `host`", what);
	if (!err)
		err = results_where_check(r, s->at, what);
	if (!err)
		err = results_where_check(r, s->like, what);
	return err;
}

/* The group with the same values as g except those that `like` gives. */
static const struct results_group *counterpart(const struct results *r, const json_t *like,
					       const struct results_group *g)
{
	for (size_t i = 0; i < r->groups; i++) {
		bool same = results_where(r, like, &r->group[i]);

		for (size_t a = 0; a < r->axes && same; a++)
			if (!r->axis[a].seed && !json_object_get(like, r->axis[a].key))
				same = !strcmp(results_group_value(g, a),
					       results_group_value(&r->group[i], a));
		if (same)
			return &r->group[i];
	}
	return NULL;
}

/* Counts one test; keeps the first failure's words, else the first success's. */
static void outcome(struct claim *c, bool held, char *words)
{
	if ((!held && !c->failed) || !c->detail) {
		free(c->detail);
		c->detail = words;
	} else {
		free(words);
	}
	c->tested++;
	c->failed += !held;
}

static void test_like(const struct results *r, const struct spec *s, const struct results_group *g,
		      const struct estimate *e, struct claim *c)
{
	const struct results_group *other = counterpart(r, s->like, g);
	const struct tolerance *t = &s->tolerance;
	struct estimate o;
	double ratio;
	bool held;
	char *label;

	if (!other || !figure_estimate(other, s->figure, &o))
		return;
	ratio = o.mean != 0 ? e->mean / o.mean : e->mean == 0 ? 1 : INFINITY;
	held = ratio >= s->min_ratio && ratio <= s->max_ratio;
	if (t->pct > 0 || t->factor > 0 || t->absolute > 0)
		held = held && tolerance_met(t, o.mean, 0, e->mean);
	label = results_group_label(r, g);
	outcome(c, held,
		xasprintf("%s: %.4g against %.4g, %.3g times", label, e->mean, o.mean, ratio));
	free(label);
}

static void test_figure(const struct results *r, const struct spec *s,
			const struct results_group *g, struct claim *c)
{
	struct estimate e;
	char *label;

	if (!figure_estimate(g, s->figure, &e))
		return;
	if (s->like) {
		test_like(r, s, g, &e, c);
		return;
	}
	label = results_group_label(r, g);
	outcome(c, e.mean >= s->min && e.mean <= s->max, xasprintf("%s: %.4g", label, e.mean));
	free(label);
}

static void test_symbols(const struct results *r, const struct spec *s,
			 const struct results_group *g, struct claim *c)
{
	const json_t *profile = profile_of(g, s->host);
	char *label;
	const char *symbol;

	if (!profile)
		return;
	label = results_group_label(r, g);
	for (size_t i = 0; (symbol = spec_item(s->symbols, i)); i++) {
		double pct = 0;
		size_t rank = profile_rank(profile, symbol, &pct);
		bool held = pct <= s->below_pct;

		if (s->rank > 0)
			held = held && rank && (double)rank <= s->rank;
		outcome(c, held,
			rank ? xasprintf("%s: %s has rank %zu, %.2f %%", label, symbol, rank, pct)
			     : xasprintf("%s: %s is not in the profile", label, symbol));
	}
	free(label);
}

static char *one(const struct results *r, const json_t *o, size_t i, struct claim *c)
{
	char *what = xasprintf("compare.claims[%zu]", i + 1), *err;
	struct spec s;

	err = read_spec(r, o, what, &s);
	free(what);
	if (err)
		return err;
	c->text = spec_text(o, "text");
	for (size_t k = 0; k < r->groups; k++) {
		if (!results_where(r, s.at, &r->group[k]))
			continue;
		if (s.figure)
			test_figure(r, &s, &r->group[k], c);
		else
			test_symbols(r, &s, &r->group[k], c);
	}
	return NULL;
}

char *claims_check(const struct results *r, struct claims *out)
{
	const json_t *list = json_object_get(json_object_get(r->run, "compare"), "claims");
	char *err = NULL;
	size_t i;
	json_t *o;

	memset(out, 0, sizeof(*out));
	if (list && !json_is_array(list))
		return err_fmt("compare.claims: not a list");
	out->claim = xcalloc(json_array_size(list) + 1, sizeof(*out->claim));
	json_array_foreach(list, i, o) {
		out->n++;
		err = one(r, o, i, &out->claim[i]);
		if (err)
			break;
		out->tested += out->claim[i].tested > 0;
		out->failed += out->claim[i].failed > 0;
	}
	if (err)
		claims_free(out);
	return err;
}

void claims_free(struct claims *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->claim[i].detail);
	free(c->claim);
	memset(c, 0, sizeof(*c));
}
