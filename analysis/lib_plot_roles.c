/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_plot_roles.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_spec.h"
#include "sim/check.h"

#define MAX_PANELS 4

bool roles_wanted(const struct roles *o, const struct results_group *g)
{
	return results_where(o->r, o->q->where, g);
}

/* How many different values the wanted groups have on an axis. */
size_t roles_spread(const struct roles *o, size_t axis)
{
	const struct results_axis *a = &o->r->axis[axis];
	size_t n = 0;

	if (a->seed)
		return 0;
	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < o->r->groups; k++)
			if (roles_wanted(o, &o->r->group[k]) &&
			    !strcmp(results_group_value(&o->r->group[k], axis), a->value[i])) {
				n++;
				break;
			}
	return n;
}

static long default_x(const struct roles *o)
{
	const struct results *r = o->r;
	long first = -1;

	for (size_t a = 0; a < r->axes; a++) {
		if (roles_spread(o, a) < 2 || o->role[a] != ROLE_NONE)
			continue;
		if (r->axis[a].numeric && roles_spread(o, a) > 2)
			return (long)a;
		if (first < 0)
			first = (long)a;
	}
	return first;
}

static char *give_role(struct roles *o, const char *key, enum role role)
{
	long a = results_axis_find(o->r, key);

	if (a < 0)
		return err_fmt("the run has no axis '%s'", key);
	if (o->role[a] != ROLE_NONE)
		return err_fmt("axis '%s' is used twice", key);
	o->role[a] = role;
	if (role == ROLE_X)
		o->x = a;
	return NULL;
}

static size_t series_count(const struct roles *o)
{
	size_t n = o->q->figures.n;

	for (size_t a = 0; a < o->r->axes; a++)
		if (o->role[a] == ROLE_SERIES && roles_spread(o, a))
			n *= roles_spread(o, a);
	return n;
}

/* Too many series: an axis of few values becomes panels. */
static void relieve(struct roles *o)
{
	size_t best = o->r->axes;

	for (size_t a = 0; a < o->r->axes; a++) {
		if (o->role[a] == ROLE_PANEL)
			return;
		if (o->role[a] == ROLE_SERIES && roles_spread(o, a) > 1 &&
		    roles_spread(o, a) <= MAX_PANELS &&
		    (best == o->r->axes || roles_spread(o, a) < roles_spread(o, best)))
			best = a;
	}
	if (series_count(o) > PLOT_MAX_SERIES && best < o->r->axes)
		o->role[best] = ROLE_PANEL;
}

static char *assign(struct roles *o)
{
	const struct plot_request *q = o->q;
	const char *key;
	char *err = q->x ? give_role(o, q->x, ROLE_X) : NULL;

	for (size_t i = 0; !err && (key = spec_item(q->by, i)); i++)
		err = give_role(o, key, ROLE_SERIES);
	if (!err && q->panel)
		err = give_role(o, q->panel, ROLE_PANEL);
	if (err)
		return err;
	if (!q->x) {
		o->x = default_x(o);
		if (o->x >= 0)
			o->role[o->x] = ROLE_X;
	}
	for (size_t a = 0; a < o->r->axes; a++)
		if (o->role[a] == ROLE_NONE && roles_spread(o, a) > 1)
			o->role[a] = ROLE_SERIES;
	relieve(o);
	return NULL;
}

/* "linux-2.6.26", but "tso on" and "limit 16 KiB". */
char *roles_value_text(const struct results_axis *a, const char *value, bool with_key)
{
	const char *word = strrchr(a->key, '.') ? strrchr(a->key, '.') + 1 : a->key;
	char text[FIGURE_TEXT];
	bool plain = isalpha((unsigned char)value[0]) && strlen(value) > 3;

	if (a->numeric && *a->unit)
		figure_print(a->unit, a->number[results_value_index(a, value)], text, sizeof(text));
	else
		snprintf(text, sizeof(text), "%s", value);
	return with_key && !plain ? xasprintf("%s %s", word, text) : xstrdup(text);
}

char *roles_join(char *text, char *more)
{
	char *both = xasprintf("%s%s%s", text, *text && *more ? ", " : "", more);

	free(text);
	free(more);
	return both;
}

char *roles_text(const struct roles *o, const struct results_group *g, enum role role)
{
	char *text = xstrdup("");

	for (size_t a = 0; a < o->r->axes; a++)
		if (o->role[a] == role && roles_spread(o, a) > 1)
			text = roles_join(text, roles_value_text(&o->r->axis[a],
								 results_group_value(g, a), true));
	return text;
}

/* Values of an axis that wanted groups have. */
char **roles_values(const struct roles *o, long axis, size_t *n)
{
	const struct results_axis *a = &o->r->axis[axis];
	char **list = xcalloc(a->n + 1, sizeof(char *));

	*n = 0;
	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < o->r->groups; k++)
			if (roles_wanted(o, &o->r->group[k]) &&
			    !strcmp(results_group_value(&o->r->group[k], (size_t)axis),
				    a->value[i])) {
				list[(*n)++] = a->value[i];
				break;
			}
	return list;
}

char *roles_assign(const struct results *r, const struct plot_request *q, struct roles *out)
{
	*out = (struct roles){.r = r, .q = q, .x = -1};
	out->role = xcalloc(r->axes + 1, sizeof(*out->role));
	return assign(out);
}

void roles_free(struct roles *o)
{
	free(o->role);
}
