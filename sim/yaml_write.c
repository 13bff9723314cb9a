/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tree to text: block style for mappings, flow style for lists of scalars.
 * What comes out is read back as the same tree (tests/1*-yaml-write.c).
 */
#include "sim/yaml.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml_int.h"

/* Narrow on purpose: what is not plainly plain is quoted. */
static bool plain_safe(const char *s)
{
	size_t n = strlen(s);

	if (n == 0 || !(isalnum((unsigned char)s[0]) || strchr("/_~", s[0])))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)s[i]) && !strchr("/._~+-*()% ", s[i]))
			return false;
	return s[n - 1] != ' ';
}

static void write_quoted(const char *s, FILE *f)
{
	fputc('"', f);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			fprintf(f, "\\%c", c);
		else if (c == '\n')
			fputs("\\n", f);
		else if (c == '\t')
			fputs("\\t", f);
		else if (c < 0x20 || c == 0x7f)
			fprintf(f, "\\x%02x", c);
		else
			fputc(c, f);
	}
	fputc('"', f);
}

/* A quoted "null" or "~" must stay a string, a plain one a null. */
static void write_scalar(const struct yaml_node *n, FILE *f)
{
	bool looks_null = strcmp(n->text, "~") == 0 || strcmp(n->text, "null") == 0;

	if (yaml_is_null(n))
		fputs("~", f);
	else if (plain_safe(n->text) && !looks_null)
		fputs(n->text, f);
	else
		write_quoted(n->text, f);
}

static void write_key(const char *key, FILE *f)
{
	if (plain_safe(key))
		fputs(key, f);
	else
		write_quoted(key, f);
}

static bool is_flat(const struct yaml_node *n)
{
	for (size_t i = 0; i < n->n; i++)
		if (n->kids[i].node->kind != YAML_SCALAR)
			return false;
	return true;
}

static void write_block(const struct yaml_node *n, FILE *f, int indent);

/* What stands behind "key:" or "-", up to and with the newline. */
static void write_value(const struct yaml_node *n, FILE *f, int indent)
{
	if (n->kind == YAML_SCALAR) {
		fputc(' ', f);
		write_scalar(n, f);
		fputc('\n', f);
	} else if (n->n == 0) {
		fputs(n->kind == YAML_MAP ? " {}\n" : " []\n", f);
	} else if (n->kind == YAML_SEQ && is_flat(n)) {
		fputs(" [", f);
		for (size_t i = 0; i < n->n; i++) {
			fputs(i ? ", " : "", f);
			write_scalar(n->kids[i].node, f);
		}
		fputs("]\n", f);
	} else {
		fputc('\n', f);
		write_block(n, f, indent);
	}
}

static void write_block(const struct yaml_node *n, FILE *f, int indent)
{
	for (size_t i = 0; i < n->n; i++) {
		fprintf(f, "%*s", indent, "");
		if (n->kind == YAML_SEQ) {
			fputc('-', f);
		} else {
			write_key(n->kids[i].key, f);
			fputc(':', f);
		}
		write_value(n->kids[i].node, f, indent + 2);
	}
}

char *yaml_write(const struct yaml_node *n)
{
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	sim_assert(f);
	if (n->kind == YAML_SCALAR) {
		write_scalar(n, f);
		fputc('\n', f);
	} else if (n->n == 0) {
		fputs(n->kind == YAML_MAP ? "{}\n" : "[]\n", f);
	} else {
		write_block(n, f, 0);
	}
	sim_assert(fclose(f) == 0);
	return text;
}
