/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXIT_INTERNAL 3

struct panic_block {
	const char *name;
	void (*dump)(void *arg);
	void *arg;
};

static struct panic_block *blocks;
static unsigned int nblocks, room, next_block;

static char *vfmt(const char *fmt, va_list ap)
{
	char *s = NULL;

	if (vasprintf(&s, fmt, ap) < 0)
		sim_panic(__FILE__, __LINE__, "out of memory");
	return s;
}

char *err_fmt(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = vfmt(fmt, ap);
	va_end(ap);
	return s;
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = vfmt(fmt, ap);
	va_end(ap);
	return s;
}

char *err_in(char *err, const char *fmt, ...)
{
	va_list ap;
	char *prefix, *s;

	if (!err)
		return NULL;
	va_start(ap, fmt);
	prefix = vfmt(fmt, ap);
	va_end(ap);
	s = xasprintf("%s: %s", prefix, err);
	free(prefix);
	free(err);
	return s;
}

static void *need(void *p, unsigned long size)
{
	if (!p && size)
		sim_panic(__FILE__, __LINE__, "out of memory (%lu bytes)", size);
	return p;
}

void *xmalloc(unsigned long size)
{
	return need(malloc(size), size);
}

void *xcalloc(unsigned long n, unsigned long size)
{
	return need(calloc(n, size), n && size ? size : 0);
}

void *xrealloc(void *p, unsigned long size)
{
	return need(realloc(p, size), size);
}

char *xstrdup(const char *s)
{
	return need(strdup(s), 1);
}

void check_on_panic(const char *name, void (*dump)(void *arg), void *arg)
{
	if (nblocks == room) {
		room = room ? room * 2 : 16;
		blocks = xrealloc(blocks, room * sizeof(*blocks));
	}
	blocks[nblocks++] = (struct panic_block){name, dump, arg};
}

/*
 * A dump may itself find a broken invariant; next_block is static so that the
 * panic it then raises goes on with the blocks after it, and ends.
 */
void check_dump_and_exit(void)
{
	while (next_block < nblocks) {
		struct panic_block *b = &blocks[next_block++];

		fprintf(stderr, "--- %s\n", b->name);
		b->dump(b->arg);
	}
	fflush(NULL);
	/* Not exit(): we may be on a thread's stack, amid a broken state. */
	_exit(EXIT_INTERNAL);
}

void sim_panic(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	fflush(stdout);
	fprintf(stderr, "nicpath: internal error at %s:%d: ", file, line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	check_dump_and_exit();
}
