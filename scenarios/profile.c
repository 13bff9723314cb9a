/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A host's profile: cycles by function and cause over the measured window. */
#include <stdlib.h>
#include <string.h>

#include "models/host/foreign.h"
#include "models/host/host.h"
#include "models/mem/mem.h"
#include "scenarios/result.h"
#include "sim/check.h"
#include "sim/stats.h"

static bool fill(const struct host *h, unsigned int fn, struct profile_row *r)
{
	*r = (struct profile_row){.symbol = kfn_name((enum kfn)fn)};
	for (unsigned int c = 0; c < CAUSE_COUNT; c++) {
		r->cause[c] = host_cycles(h, -1, fn, c);
		r->cycles += r->cause[c];
	}
	r->calls = host_calls(h, fn);
	r->instructions = host_instructions(h, fn);
	return r->cycles != 0;
}

static int by_cycles(const void *a, const void *b)
{
	const struct profile_row *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? 1 : -1;
	return strcmp(x->symbol, y->symbol);
}

struct foreign_rows {
	struct profile_row *list;
	unsigned int n, room;
	uint64_t hz;
};

static void foreign_row(void *ctx, const char *symbol, uint64_t calls, uint64_t instructions,
			const uint64_t cause[CAUSE_COUNT])
{
	struct foreign_rows *r = ctx;
	struct profile_row *p;

	if (r->n == r->room) {
		r->room = r->room ? r->room * 2 : 256;
		r->list = xrealloc(r->list, r->room * sizeof(*r->list));
	}
	p = &r->list[r->n++];
	*p = (struct profile_row){.symbol = symbol, .calls = calls, .instructions = instructions};
	for (unsigned int c = 0; c < CAUSE_COUNT; c++) {
		p->cause[c] = (uint64_t)((double)cause[c] * (double)r->hz * 1e-12 + 0.5);
		p->cycles += p->cause[c];
	}
}

/* A real kernel's functions, by their own names. */
static struct profile_row *collect_foreign(const struct host *h, unsigned int *rows,
					   uint64_t *total)
{
	struct foreign_rows r = {NULL, 0, 0, mem_cpu_hz(host_mem(h))};
	void *arg;
	const struct host_foreign *f = host_foreign(h, &arg);

	f->profile(arg, foreign_row, &r);
	*total = 0;
	for (unsigned int i = 0; i < r.n; i++)
		*total += r.list[i].cycles;
	if (r.n)
		qsort(r.list, r.n, sizeof(*r.list), by_cycles);
	*rows = r.n;
	return r.list;
}

struct profile_row *profile_collect(const struct build_host *bh, unsigned int *rows,
				    uint64_t *total)
{
	struct profile_row *list = xcalloc(FN_COUNT, sizeof(*list));
	unsigned int n = 0;
	void *arg;

	if (host_foreign(bh->host, &arg)) {
		free(list);
		return collect_foreign(bh->host, rows, total);
	}
	*total = 0;
	for (unsigned int fn = 0; fn < FN_COUNT; fn++) {
		if (!fill(bh->host, fn, &list[n]))
			continue;
		*total += list[n++].cycles;
	}
	qsort(list, n, sizeof(*list), by_cycles);
	*rows = n;
	return list;
}

double host_kind_pct(const struct host *h, unsigned int cpu, enum cpu_kind kind)
{
	sim_time w = stats_window();

	return w.ps ? 100.0 * (double)host_cpu_time(h, cpu, kind) / (double)w.ps : 0;
}

double host_util_pct(const struct host *h)
{
	double idle = 0;

	for (unsigned int c = 0; c < host_cpus(h); c++)
		idle += host_kind_pct(h, c, CPU_IDLE);
	return 100.0 - idle / host_cpus(h);
}

double service_demand(const struct host *h, uint64_t bytes)
{
	double busy_us =
		host_util_pct(h) / 100.0 * host_cpus(h) * sim_seconds(stats_window()) * 1e6;

	return bytes ? busy_us / ((double)bytes / 1024.0) : 0;
}
