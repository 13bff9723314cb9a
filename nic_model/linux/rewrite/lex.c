/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cuts an assembler file into statements, as gas does for x86-64 ELF: '#' starts a comment, ';'
 * ends a statement, C comments may span lines. Macro bodies stay verbatim; a call of a macro that
 * holds instructions is refused.
 */
#include "nic_model/linux/rewrite/asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct lexer {
	struct file *f;
	int line;
	int app, app_id; /* inside #APP: its number */
	int nr_apps;
	int macro_depth;    /* .macro, .rept, .irp nesting */
	struct str *macros; /* names of directive-only macros */
	int nr_macros;
};

static char *read_all(struct file *f)
{
	FILE *in = fopen(f->path, "r");
	struct buf b = {0};
	char chunk[65536];
	size_t n;

	if (!in)
		fail(f, 0, "cannot be opened");
	while ((n = fread(chunk, 1, sizeof(chunk), in)) > 0) {
		for (size_t i = 0; i < n; i++)
			if (!chunk[i])
				fail(f, 0, "is not text");
		buf_add(&b, "%.*s", (int)n, chunk);
	}
	fclose(in);
	buf_add(&b, "\n");
	return b.p;
}

/* Skips a string literal at p; returns the character after it. */
static char *skip_string(char *p)
{
	for (p++; *p && *p != '"' && *p != '\n'; p++)
		if (*p == '\\' && p[1])
			p++;
	return *p == '"' ? p + 1 : p;
}

/* Blanks out C comments, keeping line ends. */
static void blank_comments(char *p)
{
	while (*p) {
		if (*p == '"') {
			p = skip_string(p);
		} else if (*p == '#') {
			while (*p && *p != '\n')
				p++;
		} else if (p[0] == '/' && p[1] == '*') {
			char *end = strstr(p + 2, "*/");

			end = end ? end + 2 : p + strlen(p);
			for (; p < end; p++)
				if (*p != '\n')
					*p = ' ';
		} else {
			p++;
		}
	}
}

static struct stmt *add(struct lexer *x, enum stmt_kind kind, struct str text)
{
	struct file *f = x->f;
	struct stmt *st;

	f->stmts = xgrow(f->stmts, f->nr_stmts, sizeof(*f->stmts));
	st = &f->stmts[f->nr_stmts];
	*st = (struct stmt){.kind = kind,
			    .line = x->line,
			    .text = text,
			    .app = x->app,
			    .app_id = x->app_id,
			    .func = -1,
			    .block = -1,
			    .hook_at = f->nr_stmts};
	f->nr_stmts++;
	return st;
}

static bool word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

static struct str take_word(struct str *s)
{
	struct str w = {s->p, 0};

	while (w.n < s->n && word_char(s->p[w.n]))
		w.n++;
	s->p += w.n;
	s->n -= w.n;
	return w;
}

static bool is_macro(const struct lexer *x, struct str name)
{
	for (int i = 0; i < x->nr_macros; i++)
		if (str_same(x->macros[i], name))
			return true;
	return false;
}

static bool opens_body(struct str d)
{
	return str_eq(d, ".macro") || str_eq(d, ".rept") || str_starts(d, ".irp");
}

static bool closes_body(struct str d)
{
	return str_eq(d, ".endm") || str_eq(d, ".endr");
}

static void directive(struct lexer *x, struct str text, struct str name, struct str args)
{
	struct stmt *st = add(x, ST_DIRECTIVE, text);

	st->name = name;
	st->args = str_trim(args);
	if (!opens_body(name))
		return;
	x->macro_depth++;
	if (str_eq(name, ".macro")) {
		struct str rest = st->args;

		x->macros = xgrow(x->macros, x->nr_macros, sizeof(*x->macros));
		x->macros[x->nr_macros++] = take_word(&rest);
	}
}

/* Inside a macro or repeat body: only directives are understood. */
static void body_statement(struct lexer *x, struct str text, struct str name)
{
	if (opens_body(name))
		x->macro_depth++;
	else if (closes_body(name))
		x->macro_depth--;
	else if (name.n && name.p[0] != '.' && name.p[0] != '\\')
		fail(x->f, x->line,
		     "instruction '" STR_F "' inside a macro or repeat body is not supported",
		     STR_A(name));
	add(x, ST_TEXT, text);
}

/* name: at the start of s; strips it. Quoted names are taken too. */
static bool take_label(struct str *s, struct str *name)
{
	struct str rest = *s, w;

	if (s->n && s->p[0] == '"') {
		const char *end = skip_string((char *)s->p);

		w = (struct str){s->p, end - s->p};
		rest = (struct str){end, s->n - w.n};
	} else {
		w = take_word(&rest);
	}
	while (rest.n && (rest.p[0] == ' ' || rest.p[0] == '\t')) {
		rest.p++;
		rest.n--;
	}
	if (!w.n || !rest.n || rest.p[0] != ':')
		return false;
	*name = w;
	s->p = rest.p + 1;
	s->n = rest.n - 1;
	*s = str_trim(*s);
	return true;
}

static void instruction(struct lexer *x, struct str text)
{
	struct str rest = text, word = take_word(&rest);
	uint8_t prefix;
	struct stmt *st;

	while (prefix_find(word, &prefix)) {
		struct str before = {text.p, (int)(rest.p - text.p)};

		st = add(x, ST_PREFIX, before);
		st->name = word;
		text = rest = str_trim(rest);
		if (!rest.n)
			return;
		word = take_word(&rest);
	}
	if (is_macro(x, word)) {
		add(x, ST_TEXT, text);
		return;
	}
	if (!word.n)
		fail(x->f, x->line, "not understood: '" STR_F "'", STR_A(text));
	st = add(x, ST_INSN, text);
	st->name = word;
	st->args = str_trim(rest);
}

static void statement(struct lexer *x, struct str s)
{
	struct str name, text, word, rest;

	s = str_trim(s);
	if (!s.n)
		return;
	if (x->macro_depth) {
		rest = s;
		body_statement(x, s, take_word(&rest));
		return;
	}
	text = s;
	while (take_label(&s, &name)) {
		struct stmt *st = add(x, ST_LABEL, (struct str){text.p, (int)(s.p - text.p)});

		st->name = name;
		text = s;
	}
	if (!s.n)
		return;
	rest = s;
	word = take_word(&rest);
	rest = str_trim(rest);
	if (rest.n && rest.p[0] == '=' && word.n)
		add(x, ST_TEXT, s);
	else if (word.n && word.p[0] == '.')
		directive(x, s, word, rest);
	else
		instruction(x, s);
}

/* A line whose first character is '#': a comment, a marker, or nothing. */
static bool marker(struct lexer *x, const char *p)
{
	if (!strncmp(p, "#APP", 4)) {
		x->app = 1;
		x->app_id = ++x->nr_apps;
	} else if (!strncmp(p, "#NO_APP", 7)) {
		x->app = 0;
		x->app_id = 0;
	} else {
		return false;
	}
	return true;
}

/* Cuts [p, end) at ';' outside strings and at '#'. */
static void line_cut(struct lexer *x, char *p, char *end)
{
	char *from = p;

	while (p < end) {
		if (*p == '"') {
			p = skip_string(p);
		} else if (*p == '\'' && p + 1 < end) {
			p += 2;
		} else if (*p == ';' || *p == '#') {
			statement(x, (struct str){from, (int)(p - from)});
			if (*p == '#')
				return;
			from = ++p;
		} else {
			p++;
		}
	}
	statement(x, (struct str){from, (int)(end - from)});
}

void lex_file(struct file *f)
{
	struct lexer x = {.f = f, .app = f->hand_written};
	char *p;

	f->data = read_all(f);
	blank_comments(f->data);
	for (p = f->data; *p;) {
		char *end = strchr(p, '\n');
		struct str s = {p, (int)(end - p)};
		struct str t = str_trim(s);

		x.line++;
		if (t.n && t.p[0] == '#' && marker(&x, t.p))
			add(&x, ST_TEXT, t);
		else
			line_cut(&x, p, end);
		p = end + 1;
	}
	f->nr_apps = x.nr_apps + 1;
	if (x.macro_depth)
		fail(f, x.line, "macro or repeat body does not end");
}
