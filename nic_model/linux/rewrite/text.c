/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings, growing buffers and messages of the rewriter. */
#include "nic_model/linux/rewrite/asm.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool str_eq(struct str a, const char *b)
{
	return (size_t)a.n == strlen(b) && !memcmp(a.p, b, a.n);
}

bool str_same(struct str a, struct str b)
{
	return a.n == b.n && !memcmp(a.p, b.p, a.n);
}

bool str_starts(struct str a, const char *prefix)
{
	size_t n = strlen(prefix);

	return (size_t)a.n >= n && !memcmp(a.p, prefix, n);
}

struct str str_trim(struct str s)
{
	while (s.n && isspace((unsigned char)s.p[0])) {
		s.p++;
		s.n--;
	}
	while (s.n && isspace((unsigned char)s.p[s.n - 1]))
		s.n--;
	return s;
}

bool str_int(struct str s, int64_t *v)
{
	char text[32], *end;

	if (!s.n || s.n >= (int)sizeof(text))
		return false;
	memcpy(text, s.p, s.n);
	text[s.n] = 0;
	if (!isdigit((unsigned char)text[0]) && text[0] != '-' && text[0] != '+')
		return false;
	*v = text[0] == '-' ? strtoll(text, &end, 0) : (int64_t)strtoull(text, &end, 0);
	return !*end;
}

static void buf_room(struct buf *b, size_t more)
{
	if (b->n + more <= b->cap)
		return;
	while (b->n + more > b->cap)
		b->cap = b->cap ? b->cap * 2 : 256;
	b->p = realloc(b->p, b->cap);
	if (!b->p)
		abort();
}

void buf_add(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	buf_room(b, n + 1);
	va_start(ap, fmt);
	vsnprintf(b->p + b->n, n + 1, fmt, ap);
	va_end(ap);
	b->n += n;
}

void *xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		abort();
	return p;
}

void *xgrow(void *p, int n, size_t size)
{
	size_t cap = 16;

	if (n & (n - 1) || (n && n < 16))
		return p;
	if (n)
		cap = (size_t)n * 2;
	p = realloc(p, cap * size);
	if (!p)
		abort();
	memset((char *)p + n * size, 0, (cap - n) * size);
	return p;
}

void fail(const struct file *f, int line, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s:%d: ", f->path, line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}
