/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/yaml_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/check.h"
#include "sim/yaml.h"

#define MAX_LINE (64u << 10)

static char *read_all(int fd, const char *path, size_t size, char **text, size_t *len)
{
	char *buf = xmalloc(size + 1);
	size_t got = 0;

	while (got < size) {
		ssize_t n = read(fd, buf + got, size - got);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			free(buf);
			return err_fmt("%s: cannot read: %s", path, strerror(errno));
		}
		if (n == 0)
			break;
		got += (size_t)n;
	}
	buf[got] = '\0';
	*text = buf;
	*len = got;
	return NULL;
}

static char *check_file(const char *path, const struct stat *st)
{
	if (S_ISDIR(st->st_mode))
		return err_fmt("%s: is a directory, not a YAML file", path);
	if (!S_ISREG(st->st_mode))
		return err_fmt("%s: is not a regular file", path);
	if (st->st_size > (off_t)YAML_MAX_BYTES)
		return err_fmt("%s: is larger than %u MiB", path, YAML_MAX_BYTES >> 20);
	return NULL;
}

char *yaml_text_read(const char *path, char **text, size_t *len)
{
	/* Not blocking: a named pipe would wait for a writer for ever. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;
	char *err;

	if (fd < 0)
		return err_fmt("%s: cannot open: %s", path, strerror(errno));
	if (fstat(fd, &st) < 0)
		err = err_fmt("%s: cannot read: %s", path, strerror(errno));
	else
		err = check_file(path, &st);
	if (!err)
		err = read_all(fd, path, (size_t)st.st_size, text, len);
	close(fd);
	return err;
}

/* Length of the UTF-8 character at p, 0 if there is none. */
static size_t utf8_length(const unsigned char *p, size_t left)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t n = p[0] < 0x80	     ? 1
		   : p[0] >> 5 == 6  ? 2
		   : p[0] >> 4 == 14 ? 3
		   : p[0] >> 3 == 30 ? 4
				     : 0;
	uint32_t c;

	if (n < 2 || n > left)
		return n > left ? 0 : n;
	c = p[0] & (0xffu >> (n + 1));
	for (size_t i = 1; i < n; i++) {
		if (p[i] >> 6 != 2)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return 0;
	return n;
}

/* Where the check is in the text; line and column from 1. */
struct scan {
	const unsigned char *p, *end;
	const char *name;
	uint32_t line, column;
	unsigned int depth; /* of [ and {, wherever they stand */
	uint32_t line_bytes;
};

static char *scan_error(const struct scan *s, const char *what)
{
	return err_fmt("%s:%u:%u: %s", s->name, s->line, s->column, what);
}

static void scan_newline(struct scan *s)
{
	s->line++;
	s->column = 0;
	s->line_bytes = 0;
}

/*
 * Brackets in quoted text and comments count too; a closing one too many is
 * the parser's business.  A scenario has no text with 64 open brackets.
 */
static char *scan_character(struct scan *s, size_t n)
{
	unsigned char c = *s->p;

	if ((c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7f)
		return err_fmt("%s:%u:%u: byte 0x%02x: this is not a text file", s->name, s->line,
			       s->column, c);
	if (c == '[' || c == '{')
		s->depth++;
	if ((c == ']' || c == '}') && s->depth)
		s->depth--;
	if (s->depth > YAML_MAX_DEPTH)
		return scan_error(s, "nested more than 64 levels deep");
	s->line_bytes += (uint32_t)n;
	if (s->line_bytes > MAX_LINE)
		return scan_error(s, "the line is longer than 64 KiB");
	if (c == '\n')
		scan_newline(s);
	return NULL;
}

char *yaml_text_check(const char *name, const char *text, size_t len)
{
	const unsigned char *start = (const unsigned char *)text;
	struct scan s = {start, start + len, name, 1, 1, 0, 0};
	char *err = NULL;

	if (len > YAML_MAX_BYTES)
		return err_fmt("%s: is larger than %u MiB", name, YAML_MAX_BYTES >> 20);
	while (s.p < s.end && !err) {
		size_t n = utf8_length(s.p, (size_t)(s.end - s.p));

		if (n == 0)
			return err_fmt("%s:%u:%u: byte 0x%02x: this is not UTF-8 text", name,
				       s.line, s.column, *s.p);
		err = scan_character(&s, n);
		s.p += n;
		s.column++;
	}
	return err;
}
