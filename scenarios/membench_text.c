/* SPDX-License-Identifier: GPL-2.0-or-later */
/* membench's tables. */
#include <stdlib.h>

#include "scenarios/membench_int.h"
#include "sim/check.h"

static const char *size_text(uint64_t bytes, char buf[24])
{
	if (bytes >> 20 && !(bytes & ((1u << 19) - 1)))
		snprintf(buf, 24, "%g MiB", (double)bytes / (1 << 20));
	else
		snprintf(buf, 24, "%g KiB", (double)bytes / 1024);
	return buf;
}

uint64_t membench_knee(const struct membench_result *r, unsigned int i)
{
	double limit = (r->plateau[i] + r->plateau[i + 1]) / 2;
	uint64_t knee = 0;

	for (unsigned int n = 0; n < r->latencies; n++)
		if (r->latency[n].ps <= limit)
			knee = r->latency[n].bytes;
	return knee;
}

static void print_against(FILE *out, double value, double published, const char *format)
{
	fprintf(out, format, value);
	if (published > 0) {
		fprintf(out, format, published);
		fprintf(out, " %+7.1f %%", (value / published - 1) * 100);
	} else {
		fprintf(out, "%10s %9s", "-", "-");
	}
}

static void print_plateaus(const struct membench_result *r, FILE *out)
{
	char a[24], b[24];

	fprintf(out, "Plateaus\n  %-6s %12s %12s %10s %9s %9s %9s\n", "level", "capacity",
		"knee at", "cycles", "ns", "published", "deviation");
	for (unsigned int i = 0; i < r->levels; i++) {
		const struct membench_level *l = &r->level[i];

		fprintf(out, "  %-6s %12s %12s %10.1f", l->name,
			l->capacity ? size_text(l->capacity, a) : "-",
			l->capacity ? size_text(membench_knee(r, i), b) : "-",
			r->plateau[i] / r->cycle_ps);
		print_against(out, r->plateau[i] / 1000, l->published_ps / 1000, "%10.2f");
		fputc('\n', out);
	}
}

static void print_transfer(FILE *out, const char *what, double ps, uint64_t published)
{
	if (ps <= 0)
		return;
	fprintf(out, "  %-40s", what);
	print_against(out, ps / 1000, (double)published / 1000, "%10.2f");
	fputc('\n', out);
}

static void print_transfers(const struct membench_result *r, FILE *out)
{
	fprintf(out, "Load of a line that another CPU has just written, ns, beside published\n");
	print_transfer(out, "same shared cache", r->core, r->published.core);
	print_transfer(out, "other cache group of the socket", r->die, r->published.die);
	print_transfer(out, "other socket", r->socket, r->published.socket);
}

static void print_latency(const struct membench_result *r, FILE *out)
{
	char a[24];

	fprintf(out,
		"Latency of a load by working set (random cycle through all lines, no TLB misses, "
		"no prefetch)\n");
	for (unsigned int i = 0; i < r->latencies; i++)
		fprintf(out, "  %10s %10.2f ns %8.1f cycles\n", size_text(r->latency[i].bytes, a),
			r->latency[i].ps / 1000, r->latency[i].ps / r->cycle_ps);
}

static void print_bandwidth(const struct membench_result *r, FILE *out)
{
	char a[24];

	fprintf(out,
		"Bandwidth of one CPU by working set, MB/s (10^6 B; copy: bytes copied)\n"
		"  %10s %10s %10s %10s\n",
		"", "read", "write", "copy");
	for (unsigned int i = 0; i < r->bandwidths; i++) {
		const struct membench_bandwidth *b = &r->bandwidth[i];

		fprintf(out, "  %10s %10.0f %10.0f %10.0f\n", size_text(b->bytes, a), b->read,
			b->write, b->copy);
	}
}

static void print_beyond(FILE *out, const char *what, double value, uint64_t published)
{
	if (!published)
		return;
	fprintf(out, "  %-40s", what);
	print_against(out, value, (double)published / 8e6, "%10.0f");
	fputc('\n', out);
}

/* Of the largest working set, which no cache holds. */
static void print_bandwidth_published(const struct membench_result *r, FILE *out)
{
	const struct membench_bandwidth *b = &r->bandwidth[r->bandwidths - 1];
	const struct membench_published *p = &r->published;

	if (!p->read && !p->write && !p->copy)
		return;
	fprintf(out, "\nBandwidth of one CPU beyond the caches, MB/s, beside published\n");
	print_beyond(out, "read", b->read, p->read);
	print_beyond(out, "write", b->write, p->write);
	print_beyond(out, "copy", b->copy, p->copy);
}

void membench_print(const struct membench_result *r, FILE *out)
{
	fprintf(out, "Machine %s, %.2f GHz\nPublished: %s\n\n", r->name, 1000 / r->cycle_ps,
		r->published.source);
	print_plateaus(r, out);
	fputc('\n', out);
	print_transfers(r, out);
	fputc('\n', out);
	print_latency(r, out);
	fputc('\n', out);
	print_bandwidth(r, out);
	print_bandwidth_published(r, out);
}
