/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/stats.h"

#include <search.h>
#include <string.h>

#include "sim/check.h"
#include "sim/stats_int.h"

struct stats_tree stats_tree;
static void *by_path; /* tsearch(3) */

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct stats_entry *)a)->path, ((const struct stats_entry *)b)->path);
}

static void append(struct stats_entry *e)
{
	struct stats_tree *t = &stats_tree;

	if (t->n == t->room) {
		t->room = t->room ? t->room * 2 : 256;
		t->entries = xrealloc(t->entries, t->room * sizeof(struct stats_entry *));
	}
	t->entries[t->n++] = e;
}

struct stats_entry *stats_add(const char *path, enum stats_kind kind, const char *unit,
			      const char *help)
{
	struct stats_entry *e = xcalloc(1, sizeof(*e)), **slot;

	sim_assertf(!stats_tree.is_open, "'%s' is registered after stats_open()", path);
	e->path = xstrdup(path);
	e->kind = kind;
	e->unit = unit;
	e->help = help;
	slot = tsearch(e, &by_path, compare);
	sim_assertf(slot, "out of memory");
	sim_assertf(*slot == e, "'%s' is registered twice", path);
	append(e);
	return e;
}

struct stats_entry *stats_find(const char *path, enum stats_kind kind)
{
	struct stats_entry key = {.path = (char *)path}, **slot = tfind(&key, &by_path, compare);

	return slot && (*slot)->kind == kind ? *slot : NULL;
}

void stats_counter(const char *path, const uint64_t *counter, const char *help)
{
	stats_add(path, STATS_COUNTER, "1", help)->value = counter;
}

void stats_level(const char *path, const uint64_t *level, const char *unit, const char *help)
{
	stats_add(path, STATS_LEVEL, unit, help)->value = level;
}

void stats_levels_each(void (*fn)(const char *path, const uint64_t *level, void *arg), void *arg)
{
	for (size_t i = 0; i < stats_tree.n; i++)
		if (stats_tree.entries[i]->kind == STATS_LEVEL)
			fn(stats_tree.entries[i]->path, stats_tree.entries[i]->value, arg);
}

void stats_open(void)
{
	struct stats_tree *t = &stats_tree;

	sim_assert(!t->is_open);
	t->is_open = true;
	t->open_ps = sim_now().ps;
	for (size_t i = 0; i < t->n; i++) {
		struct stats_entry *e = t->entries[i];

		if (e->kind == STATS_DIST)
			stats_dist_reset(e->dist);
		else
			e->opened = *e->value;
	}
	stats_batches_open();
}

void stats_close(void)
{
	struct stats_tree *t = &stats_tree;

	sim_assert(t->is_open && !t->is_closed);
	stats_batches_close();
	for (size_t i = 0; i < t->n; i++)
		if (t->entries[i]->value)
			t->entries[i]->closed = *t->entries[i]->value;
	t->close_ps = sim_now().ps;
	t->is_closed = true;
}

sim_time stats_window(void)
{
	const struct stats_tree *t = &stats_tree;

	return SIM_PS((t->is_closed ? t->close_ps : sim_now().ps) - t->open_ps);
}

uint64_t stats_value(const struct stats_entry *e)
{
	return stats_tree.is_closed ? e->closed : *e->value;
}

uint64_t stats_get(const char *path, bool *found)
{
	const struct stats_entry *e = stats_find(path, STATS_COUNTER);

	if (found)
		*found = e != NULL;
	return e ? stats_value(e) - e->opened : 0;
}

bool stats_below(const char *path, const char *prefix)
{
	size_t n = strlen(prefix);

	return n == 0 || (strncmp(path, prefix, n) == 0 && (path[n] == '.' || path[n] == '\0'));
}

void stats_each(const char *prefix, void (*fn)(const char *path, uint64_t delta, void *arg),
		void *arg)
{
	for (size_t i = 0; i < stats_tree.n; i++) {
		const struct stats_entry *e = stats_tree.entries[i];

		if (e->kind == STATS_COUNTER && stats_below(e->path, prefix))
			fn(e->path, stats_value(e) - e->opened, arg);
	}
}

void stats_list(FILE *f)
{
	static const char *const kinds[] = {"counter", "level", "distribution"};

	for (size_t i = 0; i < stats_tree.n; i++) {
		const struct stats_entry *e = stats_tree.entries[i];

		fprintf(f, "%s\t%s\t%s\t%s\n", e->path, kinds[e->kind], e->unit, e->help);
	}
}
