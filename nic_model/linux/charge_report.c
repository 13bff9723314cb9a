/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What real code cost, by function and source line: counts of blocks times their lines'
 * instructions, plus what sites and blocks waited. A block's issue time goes to its lines by their
 * share of its instructions.
 *
 * Called by: machine's report.  Calls: the tables of the image.
 * Models: shares of a block's time by instructions; waiting where it happened.
 * Leaves out: overlap between blocks.
 * Source: the counts of charge.c.
 */
#include "nic_model/linux/charge_int.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

struct line_cost {
	const struct hook_func *func;
	const char *file;
	unsigned int line;
	struct charge_cost k;
};

struct lines {
	struct line_cost *v;
	size_t n, cap;
};

static void add_cost(struct charge_cost *to, const struct charge_cost *k)
{
	to->insns += k->insns;
	to->loads += k->loads;
	to->stores += k->stores;
	to->ps += k->ps;
	to->fetch_ps += k->fetch_ps;
	to->data_ps += k->data_ps;
	to->misses += k->misses;
	to->calls += k->calls;
	to->code += k->code;
}

static void put(struct lines *l, const struct hook_func *f, unsigned int file, unsigned int line,
		const struct charge_cost *k)
{
	if (l->n == l->cap) {
		l->cap = l->cap ? l->cap * 2 : 4096;
		l->v = xrealloc(l->v, l->cap * sizeof(*l->v));
	}
	l->v[l->n++] = (struct line_cost){f, file < f->unit->nr_files ? f->unit->files[file] : "",
					  line, *k};
}

static unsigned int block_insns(const struct hook_block *b)
{
	unsigned int n = 0;

	for (int i = 0; i < HOOK_NR_CLASSES; i++)
		n += b->insns[i];
	return n;
}

/* Where collect() is: blocks come in text order, a function's together. */
struct place {
	const struct hook_func *func;
	uint64_t calls;
	unsigned int next; /* first code line not counted yet */
};

/* Bytes of code lines that this block adds to its function's. */
static uint64_t block_code(struct place *p, const struct hook_block *b)
{
	unsigned int first = b->line_first;

	if (p->func != hook_block_func(b))
		*p = (struct place){hook_block_func(b), b->id ? 0 : b->count, 0};
	if (!b->count || b->count * 10 < p->calls)
		return 0;
	first = first < p->next ? p->next : first;
	if (first > b->line_last)
		return 0;
	p->next = b->line_last + 1;
	return (b->line_last - first + 1) * 64ull;
}

static void block_lines(struct charge *c, struct lines *l, const struct hook_block *b,
			uint64_t code)
{
	const struct hook_func *f = hook_block_func(b);
	const struct hook_line *line = hook_block_lines(b);
	unsigned int all = block_insns(b);

	for (unsigned int i = 0; i < b->nr_lines; i++) {
		struct charge_cost k = {
			.insns = b->count * line[i].insns,
			.loads = b->count * line[i].loads,
			.stores = b->count * line[i].stores,
			.ps = b->count * b->cost / UNIT * line[i].insns / all,
			.fetch_ps = i ? 0 : b->fetch_stall * c->cycle / UNIT,
			.calls = !i && !b->id ? b->count : 0,
			.code = i ? 0 : code,
		};

		k.ps += k.fetch_ps;
		put(l, f, line[i].file, line[i].line, &k);
	}
}

static void site_line(struct lines *l, struct hook_site *s)
{
	struct charge_cost k = {.ps = s->stall, .data_ps = s->stall, .misses = s->misses};

	if (s->stall || s->misses)
		put(l, hook_block_func(hook_site_block(s)), s->file, s->line, &k);
}

static int by_place(const void *a, const void *b)
{
	const struct line_cost *x = a, *y = b;
	int d = strcmp(x->func->name, y->func->name);

	if (!d && x->func != y->func)
		d = x->func < y->func ? -1 : 1;
	if (!d)
		d = strcmp(x->file, y->file);
	return d ? d : (x->line > y->line) - (x->line < y->line);
}

static bool same_place(const struct line_cost *a, const struct line_cost *b)
{
	return a->func == b->func && a->line == b->line && !strcmp(a->file, b->file);
}

/* All lines that cost something, each once, by function, file and line. Caller frees v. */
static struct lines collect(struct charge *c, const char *function)
{
	const struct hook_image *im = c->s.image;
	struct lines l = {NULL, 0, 0};
	struct place at = {NULL, 0, 0};
	size_t n = 0;

	for (struct hook_block *b = im->blocks; b < im->blocks_end; b++) {
		uint64_t code = block_code(&at, b);

		if (b->count && (!function || !strcmp(hook_block_func(b)->name, function)))
			block_lines(c, &l, b, code);
	}
	for (struct hook_site *s = im->sites; s < im->sites_end; s++)
		if (s->reports &&
		    (!function || !strcmp(hook_block_func(hook_site_block(s))->name, function)))
			site_line(&l, s);
	if (l.n)
		qsort(l.v, l.n, sizeof(*l.v), by_place);
	for (size_t i = 0; i < l.n; i++) {
		if (n && same_place(&l.v[n - 1], &l.v[i]))
			add_cost(&l.v[n - 1].k, &l.v[i].k);
		else
			l.v[n++] = l.v[i];
	}
	l.n = n;
	return l;
}

static int by_cost(const void *a, const void *b)
{
	const struct line_cost *x = a, *y = b;

	if (x->k.ps != y->k.ps)
		return x->k.ps < y->k.ps ? 1 : -1;
	return strcmp(x->func->name, y->func->name);
}

void charge_functions(struct charge *c,
		      void (*see)(void *arg, const struct hook_func *f,
				  const struct charge_cost *k),
		      void *arg)
{
	struct lines l = collect(c, NULL);
	size_t n = 0;

	for (size_t i = 0; i < l.n; i++) {
		if (n && l.v[n - 1].func == l.v[i].func)
			add_cost(&l.v[n - 1].k, &l.v[i].k);
		else
			l.v[n++] = l.v[i];
	}
	if (n)
		qsort(l.v, n, sizeof(*l.v), by_cost);
	for (size_t i = 0; i < n; i++) {
		const uint64_t *w = c->waits[l.v[i].func - c->s.image->funcs];
		uint64_t ps[CAUSE_COUNT];

		for (unsigned int k = 0; k < CAUSE_COUNT; k++)
			ps[k] = w[k] / UNIT;
		l.v[i].k.wait = ps;
		see(arg, l.v[i].func, &l.v[i].k);
	}
	free(l.v);
}

unsigned int charge_lines(struct charge *c, const char *function,
			  void (*see)(void *arg, const char *file, unsigned int line,
				      const struct charge_cost *k),
			  void *arg)
{
	struct lines l = collect(c, function);

	for (size_t i = 0; i < l.n; i++)
		see(arg, l.v[i].file, l.v[i].line, &l.v[i].k);
	free(l.v);
	return (unsigned int)l.n;
}

static uint64_t cycles(const struct charge *c, uint64_t ps)
{
	return (ps * UNIT + c->cycle / 2) / c->cycle;
}

void charge_write(struct charge *c, FILE *out)
{
	struct lines l = collect(c, NULL);

	fprintf(out, "function,file,line,insns,loads,stores,cycles,fetch_cycles,data_cycles,misses,"
		     "calls,code\n");
	for (size_t i = 0; i < l.n; i++) {
		const struct line_cost *v = &l.v[i];

		fprintf(out, "%s,%s,%u,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu,%lu\n", v->func->name,
			v->file, v->line, v->k.insns, v->k.loads, v->k.stores, cycles(c, v->k.ps),
			cycles(c, v->k.fetch_ps), cycles(c, v->k.data_ps), v->k.misses, v->k.calls,
			v->k.code);
	}
	free(l.v);
}

void charge_reset(struct charge *c)
{
	const struct hook_image *im = c->s.image;

	for (struct hook_block *b = im->blocks; b < im->blocks_end; b++) {
		b->count = 0;
		b->fetch_stall = 0;
	}
	for (struct hook_site *s = im->sites; s < im->sites_end; s++) {
		s->reports = s->misses = s->more_misses = 0;
		s->stall = 0;
	}
	memset(c->waits, 0, (size_t)(im->funcs_end - im->funcs) * sizeof(*c->waits));
	for (unsigned int i = 0; i < c->s.cpus; i++) {
		charge_consume(c->cpu[i]);
		memset(c->cpu[i]->cause, 0, sizeof(c->cpu[i]->cause));
	}
	c->strays = 0;
}

void charge_causes(struct charge *c, uint64_t ps[CAUSE_COUNT])
{
	memset(ps, 0, CAUSE_COUNT * sizeof(*ps));
	for (unsigned int i = 0; i < c->s.cpus; i++) {
		charge_consume(c->cpu[i]);
		for (unsigned int k = 0; k < CAUSE_COUNT; k++)
			ps[k] += c->cpu[i]->cause[k] / UNIT;
	}
}
