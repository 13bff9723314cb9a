/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_plots.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/lib_spec.h"
#include "sim/check.h"

char *plots_add(struct plots *p, const char *name, const struct plot *plot, char *caption)
{
	char *file = xasprintf("%02zu-%s", p->n + 1, name), *err;

	plot_file_name(file);
	err = plot_write(p->r->dir, file, plot);
	if (err) {
		free(file);
		free(caption);
		return err;
	}
	p->made = xrealloc(p->made, (p->n + 1) * sizeof(*p->made));
	p->made[p->n].name = file;
	p->made[p->n++].caption = caption ? caption : xstrdup(plot->title);
	return NULL;
}

static bool off(const json_t *map, const char *key)
{
	const char *word = spec_text(map, key);

	return word && (!strcmp(word, "off") || !strcmp(word, "no") || !strcmp(word, "false"));
}

static bool on(const json_t *map, const char *key)
{
	return spec_text(map, key) && !off(map, key);
}

static char *over_axes(struct plots *p, const json_t *o, const char *what)
{
	static const char *const keys[] = {"figure", "x",   "by",	"panel", "where",
					   "kind",   "log", "measured", "title", NULL};
	struct plot_request q = {.x = spec_text(o, "x"),
				 .panel = spec_text(o, "panel"),
				 .by = json_object_get(o, "by"),
				 .where = json_object_get(o, "where"),
				 .kind = spec_text(o, "kind"),
				 .log = spec_text(o, "log"),
				 .title = spec_text(o, "title"),
				 .no_measured = off(o, "measured")};
	char *err = spec_keys(o, keys, what);
	const char *figure;

	for (size_t i = 0; !err && (figure = spec_item(json_object_get(o, "figure"), i)); i++)
		figure_expand(p->r, figure, &q.figures);
	if (!err && !spec_item(json_object_get(o, "figure"), 0))
		err = err_fmt("%s: no `figure`", what);
	if (!err && !q.figures.n && !p->check_only)
		err = err_fmt("%s: no result has a figure %s", what,
			      spec_item(json_object_get(o, "figure"), 0));
	if (!err)
		err = err_in(plots_over_axes(p, &q), "%s", what);
	figure_list_free(&q.figures);
	return err;
}

static char *over_time(struct plots *p, const json_t *o, const char *what)
{
	static const char *const keys[] = {"series", "rate", "where", "title", "log", NULL};
	struct series_request q = {.series = json_object_get(o, "series"),
				   .rate = on(o, "rate"),
				   .where = json_object_get(o, "where"),
				   .title = spec_text(o, "title"),
				   .log = spec_text(o, "log")};
	char *err = spec_keys(o, keys, what);

	return err ? err : err_in(plots_over_time(p, &q), "%s", what);
}

static char *entry(struct plots *p, const json_t *o, size_t i)
{
	char *what = xasprintf("plots[%zu]", i + 1), *err;

	if (json_is_string(o))
		err = err_in(plots_word(p, json_string_value(o)), "plots: %s",
			     json_string_value(o));
	else if (!json_is_object(o))
		err = err_fmt("%s: neither a word nor a mapping", what);
	else if (json_object_get(o, "series"))
		err = over_time(p, o, what);
	else
		err = over_axes(p, o, what);
	free(what);
	return err;
}

/* Returns whether it makes sense to go on. */
static bool note(struct plots *p, char *err)
{
	if (!err)
		return true;
	p->problem = xrealloc(p->problem, (p->problems + 1) * sizeof(char *));
	p->problem[p->problems++] = err;
	return !strstr(err, "not installed");
}

void plots_make(struct plots *p)
{
	const json_t *list = json_object_get(p->r->run, "plots");
	size_t i;
	json_t *o;

	if (!p->check_only && !p->r->state[POINT_DONE])
		return;
	if (json_is_object(list))
		note(p, err_fmt("plots: not a list of words and mappings"));
	else if (json_is_string(list))
		note(p, entry(p, list, 0));
	json_array_foreach(list, i, o)
		if (!note(p, entry(p, o, i)))
			return;
}

void plots_free(struct plots *p)
{
	for (size_t i = 0; i < p->n; i++) {
		free(p->made[i].name);
		free(p->made[i].caption);
	}
	for (size_t i = 0; i < p->problems; i++)
		free(p->problem[i]);
	free(p->made);
	free(p->problem);
}
