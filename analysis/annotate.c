/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * annotate POINT FUNCTION: what a function of real kernel code cost, source line by source line.
 * POINT is a folder of results; its lines-HOST.csv (nic_model/linux/charge.h says what is in
 * them) give the numbers, the unpacked kernel package the text. Without FUNCTION: the dearest
 * functions.
 *
 * Lines of inlined functions stand under their own file, with their costs inside this function.
 */
#include <dirent.h>
#include <errno.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/lib_csv.h"
#include "sim/check.h"

#define CONTEXT 2u
#define TOP	40

struct cost {
	const char *name; /* function or file; not owned */
	unsigned int line;
	double insns, cycles, fetch, data, misses, calls;
};

struct table {
	struct cost *row;
	size_t n;
	double cycles; /* of everything in the file */
};

static const char usage[] = "usage: nicpath annotate POINT [FUNCTION]\n"
			    "  the kernel's source is looked for in $NICPATH_KERNEL_SOURCE, then "
			    "beside the image (linux/src)\n";

static double number(const struct csv *c, size_t row, const char *col)
{
	return strtod(csv_get(c, row, col), NULL);
}

static struct cost cost_of(const struct csv *c, size_t row, const char *name)
{
	return (struct cost){
		.name = csv_get(c, row, name),
		.line = (unsigned int)number(c, row, "line"),
		.insns = number(c, row, "insns"),
		.cycles = number(c, row, "cycles"),
		.fetch = number(c, row, "fetch_cycles"),
		.data = number(c, row, "data_cycles"),
		.misses = number(c, row, "misses"),
		.calls = number(c, row, "calls"),
	};
}

static void add(struct cost *to, const struct cost *k)
{
	to->insns += k->insns;
	to->cycles += k->cycles;
	to->fetch += k->fetch;
	to->data += k->data;
	to->misses += k->misses;
	to->calls += k->calls;
}

/* Rows of one function by file and line (the file is ordered so), or totals of each function. */
static struct table gather(const struct csv *c, const char *function)
{
	struct table t = {.row = xcalloc(c->rows + 1, sizeof(*t.row))};

	for (size_t i = 0; i < c->rows; i++) {
		struct cost k = cost_of(c, i, function ? "file" : "function");
		struct cost *last = t.n ? &t.row[t.n - 1] : NULL;

		t.cycles += k.cycles;
		if (function && strcmp(csv_get(c, i, "function"), function) != 0)
			continue;
		if (last && !strcmp(last->name, k.name) && (!function || last->line == k.line))
			add(last, &k);
		else
			t.row[t.n++] = k;
	}
	return t;
}

static int dearer(const void *a, const void *b)
{
	const struct cost *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? 1 : -1;
	return strcmp(x->name, y->name);
}

static void head(void)
{
	printf("%7s %12s %12s %10s %10s %9s\n", "share", "cycles", "insns", "code wait",
	       "data time", "misses");
}

static void numbers(const struct cost *k, double whole)
{
	printf("%6.2f%% %12.0f %12.0f %10.0f %10.0f %9.0f",
	       whole > 0 ? 100 * k->cycles / whole : 0.0, k->cycles, k->insns, k->fetch, k->data,
	       k->misses);
}

static void functions(struct table *t)
{
	qsort(t->row, t->n, sizeof(*t->row), dearer);
	head();
	for (size_t i = 0; i < t->n && i < TOP; i++) {
		numbers(&t->row[i], t->cycles);
		printf("  %s\n", t->row[i].name);
	}
}

/* Folder of the kernel's source, or NULL. Caller frees. */
static char *source_dir(void)
{
	static const char *const places[] = {"linux/src", "../linux/src", "../../build/linux/src"};
	const char *env = getenv("NICPATH_KERNEL_SOURCE");
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);

	if (env)
		return xstrdup(env);
	if (n <= 0)
		return NULL;
	exe[n] = 0;
	dirname(exe);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		char *dir = xasprintf("%s/%s", exe, places[i]);

		if (!access(dir, R_OK))
			return dir;
		free(dir);
	}
	return NULL;
}

/* Lines of the file around those that cost something, in order. */
static void listing(FILE *f, const struct cost *k, size_t n, double whole)
{
	char *text = NULL;
	size_t cap = 0, i = 0;
	unsigned int line = 0, shown = 0;

	while (i < n && getline(&text, &cap, f) > 0) {
		line++;
		if (line + CONTEXT < k[i].line && !(shown && line <= shown + CONTEXT))
			continue;
		if (shown && line > shown + 1 && line + CONTEXT == k[i].line)
			printf("%66s ...\n", "");
		if (line == k[i].line) {
			numbers(&k[i], whole);
			shown = line;
			i++;
		} else {
			printf("%65s", "");
		}
		text[strcspn(text, "\n")] = 0;
		printf(" %5u  %s\n", line, text);
	}
	free(text);
}

static void without_text(const struct cost *k, size_t n, double whole)
{
	for (size_t i = 0; i < n; i++) {
		numbers(&k[i], whole);
		printf(" %5u\n", k[i].line);
	}
}

/* Rows [from, to) are one file's. */
static void one_file(const struct table *t, size_t from, size_t to, const char *dir, double whole)
{
	char *path = xasprintf("%s/%s", dir ? dir : ".", t->row[from].name);
	FILE *f = dir ? fopen(path, "r") : NULL;
	size_t skip = from;

	while (skip < to && !t->row[skip].line)
		skip++;
	printf("\n%s\n", t->row[from].name[0] ? t->row[from].name : "(no line information)");
	head();
	without_text(t->row + from, skip - from, whole);
	if (f)
		listing(f, t->row + skip, to - skip, whole);
	else
		without_text(t->row + skip, to - skip, whole);
	if (f)
		fclose(f);
	free(path);
}

/* First row of the file that costs most among those not shown yet; marks its end. t->n: none left.
 */
static size_t dearest_file(const struct table *t, const bool *shown, size_t *end)
{
	size_t best = t->n, to;
	double most = -1;

	for (size_t from = 0; from < t->n; from = to) {
		double sum = 0;

		for (to = from; to < t->n && !strcmp(t->row[to].name, t->row[from].name); to++)
			sum += t->row[to].cycles;
		if (shown[from] || sum <= most)
			continue;
		most = sum;
		best = from;
		*end = to;
	}
	return best;
}

static void lines(const struct table *t, double whole)
{
	bool *shown = xcalloc(t->n + 1, sizeof(*shown));
	char *dir = source_dir();
	size_t from, end = 0;

	while ((from = dearest_file(t, shown, &end)) < t->n) {
		shown[from] = true;
		one_file(t, from, end, dir, whole);
	}
	if (!dir)
		printf("\n(no source: set NICPATH_KERNEL_SOURCE to the unpacked "
		       "linux-source-6.1)\n");
	free(shown);
	free(dir);
}

static char *one_host(const char *path, const char *host, const char *function)
{
	static const char *const needed[] = {"function", "file",   "line",
					     "insns",	 "cycles", "misses"};
	struct cost sum = {.name = function};
	struct csv c;
	struct table t;
	char *err = csv_read(path, &c);

	for (size_t i = 0; !err && i < sizeof(needed) / sizeof(needed[0]); i++)
		err = csv_need(&c, needed[i]);
	if (err)
		return err;
	t = gather(&c, function);
	for (size_t i = 0; function && i < t.n; i++)
		add(&sum, &t.row[i]);
	if (function && !t.n) {
		err = err_fmt("%s: function %s did not run", path, function);
	} else if (function) {
		printf("host %s: %s, %.2f %% of its kernel's cycles, %.0f calls, %.1f cycles and "
		       "%.1f instructions a call\n",
		       host, function, 100 * sum.cycles / t.cycles, sum.calls,
		       sum.calls ? sum.cycles / sum.calls : 0.0,
		       sum.calls ? sum.insns / sum.calls : 0.0);
		lines(&t, sum.cycles);
	} else {
		printf("host %s\n", host);
		functions(&t);
	}
	free(t.row);
	csv_free(&c);
	return err;
}

/* lines-HOST.csv */
static int is_table(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 10 && !strncmp(d->d_name, "lines-", 6) && !strcmp(d->d_name + n - 4, ".csv");
}

static char *point(const char *dir, const char *function)
{
	struct dirent **d;
	int n = scandir(dir, &d, is_table, alphasort), done = 0;
	char *err = NULL, *last = NULL;

	if (n < 0)
		return err_fmt("%s: %s", dir, strerror(errno));
	for (int i = 0; i < n; i++) {
		char *path = xasprintf("%s/%s", dir, d[i]->d_name);
		char *host = xstrdup(d[i]->d_name + 6);

		host[strlen(host) - 4] = 0;
		err = one_host(path, host, function);
		done += !err;
		free(last);
		last = err;
		free(path);
		free(host);
		free(d[i]);
	}
	free(d);
	if (!n)
		return err_fmt("%s: no lines-HOST.csv: the point ran no real kernel code, or "
			       "without `kernel.lines: on`",
			       dir);
	if (!done)
		return last;
	free(last);
	return NULL;
}

int main(int argc, char **argv)
{
	char *err;

	if (argc < 2 || argc > 3 || argv[1][0] == '-') {
		fputs(usage, argc == 2 && !strcmp(argv[1], "--help") ? stdout : stderr);
		return argc == 2 && !strcmp(argv[1], "--help") ? 0 : 2;
	}
	err = point(argv[1], argc > 2 ? argv[2] : NULL);
	if (!err)
		return 0;
	fprintf(stderr, "nicpath annotate: %s\n", err);
	free(err);
	return 2;
}
