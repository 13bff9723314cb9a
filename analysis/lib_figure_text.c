/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Titles and units of figures, and numbers for people. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_figure.h"
#include "analysis/lib_losses.h"
#include "sim/check.h"

/* By the end of the path; the first that fits.  %s: whose it is. */
static const struct title {
	const char *end, *title, *unit;
} titles_table[] = {
	{"throughput_mbps", "throughput", "Mb/s"},
	{"tx_service_demand_us_per_kib", "sender's service demand", "us/KiB"},
	{"rx_service_demand_us_per_kib", "receiver's service demand", "us/KiB"},
	{"cpu.util_pct", "CPU utilisation of all CPUs", "%"},
	{"transfer_s", "transfer time", "s"},
	{"transactions_per_s", "transactions", "/s"},
	{"irq_per_s", "interrupts", "/s"},
	{"ctxsw_per_s", "context switches", "/s"},
	{"read_latency_ns.mean", "read() latency, mean", "ns"},
	{"read_latency_ns.p50", "read() latency, median", "ns"},
	{"read_latency_ns.p99", "read() latency, 99th percentile", "ns"},
	{"read_latency_ns.p999", "read() latency, 99.9th percentile", "ns"},
	{"read_latency_ns.max", "read() latency, longest", "ns"},
	{"latency_ns.mean", "latency, mean", "ns"},
	{"latency_ns.p50", "latency, median", "ns"},
	{"latency_ns.p99", "latency, 99th percentile", "ns"},
	{"latency_ns.p999", "latency, 99.9th percentile", "ns"},
	{"latency_ns.max", "latency, longest", "ns"},
	{"wmem_alloc.mean", "sent memory charged to its socket, mean", "ps"},
	{"wmem_alloc.p50", "sent memory charged to its socket, median", "ps"},
	{"wmem_alloc.p99", "sent memory charged to its socket, 99th percentile", "ps"},
	{"wmem_alloc.max", "sent memory charged to its socket, longest", "ps"},
	{"wmem_queued.mean", "bytes in the write queue, mean time", "ps"},
	{"wmem_queued.p99", "bytes in the write queue, 99th percentile", "ps"},
	{"wmem_queued.max", "bytes in the write queue, longest", "ps"},
	{"distributions.backlog.mean", "socket backlog, mean", "B"},
	{"distributions.backlog.p50", "socket backlog, median", "B"},
	{"distributions.backlog.p99", "socket backlog, 99th percentile", "B"},
	{"distributions.backlog.max", "socket backlog, largest", "B"},
	{"TcpExtTCPBacklogDrop", "backlog drops (TcpExtTCPBacklogDrop)", ""},
	{"TcpRetransSegs", "retransmitted segments", ""},
	{"rx_bytes", "received", "B"},
	{"tx_bytes", "sent", "B"},
	{"softirq", "softirq time", "%"},
	{"frames_per_wall_s", "simulated frames a wall second", "/s"},
	{"_pct", NULL, "%"},
	{"_per_s", NULL, "/s"},
	{"_ns", NULL, "ns"},
	{"_s", NULL, "s"},
	{".pct", NULL, "%"},
};

static const struct title *find_title(const char *path)
{
	size_t len = strlen(path);

	if (strstr(path, " / ")) /* a ratio has no unit */
		return NULL;
	for (size_t i = 0; i < sizeof(titles_table) / sizeof(titles_table[0]); i++) {
		size_t n = strlen(titles_table[i].end);

		if (n <= len && !strcmp(path + len - n, titles_table[i].end))
			return &titles_table[i];
	}
	return NULL;
}

const char *figure_unit(const char *path)
{
	const struct title *t = find_title(path);

	return t ? t->unit : "";
}

/* "tx" of hosts.tx.cpu, "" if the run has but one host or flow; static. */
static const char *subject(const struct results *r, const char *path)
{
	static char name[64];
	const struct results_point *p = results_any(r);
	const char *dot = strchr(path, '.'), *end = dot ? strchr(dot + 1, '.') : NULL;
	const json_t *all;

	if (!end || !p || (strncmp(path, "hosts.", 6) && strncmp(path, "flows.", 6)))
		return "";
	all = json_object_get(p->result, path[0] == 'h' ? "hosts" : "flows");
	if (json_object_size(all) < 2)
		return "";
	snprintf(name, sizeof(name), "%.*s", (int)(end - dot - 1), dot + 1);
	return name;
}

/* "packets lost, socket backlog: full"; NULL for other figures. Caller frees. */
static char *loss_title(const char *path)
{
	const char *dot = strrchr(path, '.');
	const struct loss *l = dot ? loss_find(dot + 1) : NULL;

	if (!l ||
	    (strncmp(path, "drops.", 6) && !strstr(path, ".drops.") && !strstr(path, ".nic.")))
		return NULL;
	return xasprintf("packets lost: %s", l->place);
}

/* What is behind hosts.NAME. or flows.NAME. */
static const char *tail(const char *path)
{
	const char *dot = strchr(path, '.'), *next = dot ? strchr(dot + 1, '.') : NULL;

	if (next && (!strncmp(path, "hosts.", 6) || !strncmp(path, "flows.", 6)))
		return next + 1;
	return path;
}

char *figure_title(const struct results *r, const char *path)
{
	const struct title *t = find_title(path);
	const char *who, *name = t && t->title ? t->title : tail(path);
	const char *op = strstr(path, " / ");
	char *lost = loss_title(path), *title;

	if (op) { /* a ratio reads as its parts */
		char *left = xasprintf("%.*s", (int)(op - path), path);
		char *a = figure_title(r, left), *b = figure_title(r, op + 3);
		char *both = xasprintf("%s / %s", a, b);

		free(left);
		free(a);
		free(b);
		free(lost);
		return both;
	}
	who = subject(r, path);
	title = xasprintf("%s%s%s", who, *who ? ": " : "", lost ? lost : name);
	free(lost);
	return title;
}

static void scaled(double v, const char *const *names, double step, size_t n, char *text,
		   size_t room)
{
	size_t i = 0;

	while (i + 1 < n && fabs(v) >= step * 0.9995) {
		v /= step;
		i++;
	}
	snprintf(text, room, "%.*f %s",
		 fabs(v) >= 100 || v == floor(v) ? 0
		 : fabs(v) >= 10		 ? 1
						 : 2,
		 v, names[i]);
}

/* Counts are whole; what has a unit keeps its decimals. */
static void print_plain(double v, bool unit, char *text, size_t room)
{
	static const char *const large[] = {"", "k", "M", "G", "T"};

	if (fabs(v) >= 1e5)
		scaled(v, large, 1000, 5, text, room);
	else if (fabs(v) >= 1000 || (v == floor(v) && (!unit || v == 0)))
		snprintf(text, room, "%.0f", v);
	else
		snprintf(text, room, "%.*f", fabs(v) >= 100 ? 1 : fabs(v) >= 1 ? 2 : 3, v);
	if (fabs(v) < 0.01 && v != 0)
		snprintf(text, room, "%.3g", v);
}

void figure_print(const char *unit, double v, char *text, size_t room)
{
	static const char *const times[] = {"ps", "ns", "us", "ms", "s"};
	static const char *const sizes[] = {"B", "KiB", "MiB", "GiB", "TiB"};
	static const char *const rates[] = {"bit/s", "kb/s", "Mb/s", "Gb/s", "Tb/s"};
	static const char *const freqs[] = {"Hz", "kHz", "MHz", "GHz"};

	if (!isfinite(v))
		snprintf(text, room, "-");
	else if (!strcmp(unit, "ns"))
		scaled(v, times + 1, 1000, 4, text, room);
	else if (!strcmp(unit, "ps"))
		scaled(v, times, 1000, 5, text, room);
	else if (!strcmp(unit, "B"))
		scaled(v, sizes, 1024, 5, text, room);
	else if (!strcmp(unit, "bps"))
		scaled(v, rates, 1000, 5, text, room);
	else if (!strcmp(unit, "Hz"))
		scaled(v, freqs, 1000, 4, text, room);
	else
		print_plain(v, *unit, text, room);
}

/* Rounded up to the last digit that the mean shows: "20.22 +- 0.01". */
static void print_half(double half, const char *mean, char *text, size_t room)
{
	const char *point = strchr(mean, '.');
	int digits = point ? (int)strspn(point + 1, "0123456789") : 0;
	double step = pow(10, -digits);

	snprintf(text, room, "%.*f", digits, ceil(half / step - 1e-9) * step);
}

void figure_print_estimate(const char *unit, const struct estimate *e, char *text, size_t room)
{
	char mean[FIGURE_TEXT], half[FIGURE_TEXT];

	figure_print(unit, e->mean, mean, sizeof(mean));
	figure_print(unit, e->half, half, sizeof(half));
	if (!strpbrk(mean, " e") && !strchr(half, ' '))
		print_half(e->half, mean, half, sizeof(half));
	if (e->half > 0)
		snprintf(text, room, "%s \302\261 %s", mean, half);
	else
		snprintf(text, room, "%s", mean);
}
