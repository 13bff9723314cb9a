/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_results.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

static void load_axis(struct results_axis *x, const json_t *a)
{
	const json_t *values = json_object_get(a, "values");
	size_t j;
	json_t *v;

	x->key = xstrdup(json_string_value(json_object_get(a, "key")));
	x->n = json_array_size(values);
	x->value = xcalloc(x->n ? x->n : 1, sizeof(char *));
	x->number = xcalloc(x->n ? x->n : 1, sizeof(double));
	x->numeric = x->n > 0;
	json_array_foreach(values, j, v) {
		const json_t *number = json_object_get(v, "number");

		x->value[j] = xstrdup(json_string_value(json_object_get(v, "text")));
		x->number[j] = json_number_value(number);
		if (!number)
			x->numeric = false;
		else
			x->unit = json_string_value(json_object_get(v, "unit"));
	}
}

static void load_axes(struct results *r)
{
	const json_t *axes = json_object_get(r->run, "axes");
	size_t i;
	json_t *a;

	r->axes = json_array_size(axes);
	r->axis = xcalloc(r->axes ? r->axes : 1, sizeof(*r->axis));
	json_array_foreach(axes, i, a)
		load_axis(&r->axis[i], a);
}

static char *load_point(struct results *r, const json_t *from)
{
	struct results_point *p = &r->point[r->points];
	const json_t *values = json_object_get(from, "values");
	const char *dir = json_string_value(json_object_get(from, "dir"));
	char *path = xasprintf("%s/%s/result.json", r->dir, dir), *err = NULL;
	json_error_t e;

	p->result = json_load_file(path, 0, &e);
	if (!p->result)
		err = err_fmt("%s:%d:%d: %s", path, e.line, e.column, e.text);
	free(path);
	if (err)
		return err;
	p->name = xstrdup(dir);
	p->value = xcalloc(r->axes ? r->axes : 1, sizeof(char *));
	for (size_t i = 0; i < r->axes; i++)
		p->value[i] = xstrdup(
			json_string_value(json_object_get(values, r->axis[i].key)));
	r->points++;
	return NULL;
}

/* Points that ran; the others are counted and named by the report. */
static char *load_points(struct results *r)
{
	const json_t *points = json_object_get(r->run, "points");
	size_t i;
	json_t *p;

	r->point = xcalloc(json_array_size(points) + 1, sizeof(*r->point));
	json_array_foreach(points, i, p) {
		const char *state = json_string_value(json_object_get(p, "state"));
		char *err;

		if (!state || strcmp(state, "finished")) {
			r->unfinished++;
			continue;
		}
		err = load_point(r, p);
		if (err)
			return err;
	}
	return NULL;
}

char *results_load(const char *dir, struct results *r)
{
	char *path = xasprintf("%s/run.json", dir), *err = NULL;
	json_error_t e;

	memset(r, 0, sizeof(*r));
	r->dir = xstrdup(dir);
	r->run = json_load_file(path, 0, &e);
	if (!r->run)
		err = err_fmt("%s: %s; is this a folder that `nicpath run -o` made?", path, e.text);
	free(path);
	if (!err) {
		load_axes(r);
		err = load_points(r);
	}
	if (err)
		results_free(r);
	return err;
}

void results_free(struct results *r)
{
	for (size_t i = 0; i < r->points; i++) {
		for (size_t a = 0; a < r->axes; a++)
			free(r->point[i].value[a]);
		free(r->point[i].value);
		free(r->point[i].name);
		json_decref(r->point[i].result);
	}
	for (size_t a = 0; a < r->axes; a++) {
		for (size_t i = 0; i < r->axis[a].n; i++)
			free(r->axis[a].value[i]);
		free(r->axis[a].value);
		free(r->axis[a].number);
		free(r->axis[a].key);
	}
	free(r->point);
	free(r->axis);
	free(r->dir);
	json_decref(r->run);
	memset(r, 0, sizeof(*r));
}

long results_axis_find(const struct results *r, const char *key)
{
	for (size_t i = 0; i < r->axes; i++)
		if (!strcmp(r->axis[i].key, key))
			return (long)i;
	return -1;
}

const char *results_value(const struct results *r, const struct results_point *p, const char *key)
{
	long i = results_axis_find(r, key);

	return i < 0 ? NULL : p->value[i];
}

const json_t *results_node(const json_t *node, const char *path)
{
	char key[256];
	size_t len = strlen(path);

	if (!*path)
		return node;
	if (len >= sizeof(key))
		return NULL;
	/* Longest key first: counters may have dots in their names. */
	for (size_t n = len; n; n--) {
		const json_t *child, *found;

		if (n != len && path[n] != '.')
			continue;
		memcpy(key, path, n);
		key[n] = '\0';
		child = json_object_get(node, key);
		if (!child)
			continue;
		found = results_node(child, path[n] ? path + n + 1 : path + n);
		if (found)
			return found;
	}
	return NULL;
}

bool results_number(const json_t *result, const char *path, double *out)
{
	const json_t *n = results_node(result, path);

	if (json_is_boolean(n)) {
		*out = json_is_true(n);
		return true;
	}
	if (!json_is_number(n))
		return false;
	*out = json_number_value(n);
	return true;
}

double results_half(const json_t *result, const char *path)
{
	char *key = xasprintf("%s_ci95.half", path);
	double half = 0;

	results_number(result, key, &half);
	free(key);
	return half;
}

const char *results_figure_title(const char *path)
{
	static const struct {
		const char *end, *title;
	} names[] = {
		{ "throughput_mbps", "throughput, Mb/s" },
		{ "tx_service_demand_us_per_kib", "sender's service demand, us/KiB" },
		{ "rx_service_demand_us_per_kib", "receiver's service demand, us/KiB" },
		{ "tx.cpu.util_pct", "sender's CPU, % of all its CPUs" },
		{ "rx.cpu.util_pct", "receiver's CPU, % of all its CPUs" },
		{ "cpu.util_pct", "CPU, % of all" },
		{ "transfer_s", "transfer time, s" },
		{ "irq_per_s", "interrupts/s" },
		{ "ctxsw_per_s", "context switches/s" },
		{ "TcpExtTCPBacklogDrop", "backlog drops" },
		{ "read_latency_ns.max", "longest read(), ns" },
		{ "read_latency_ns.p99", "read() latency, 99th percentile, ns" },
		{ "transactions_per_s", "transactions/s" },
	};
	size_t len = strlen(path);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t n = strlen(names[i].end);

		if (n <= len && !strcmp(path + len - n, names[i].end))
			return names[i].title;
	}
	return path;
}
