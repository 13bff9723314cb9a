/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables for people: the resolved dump and the reference. */
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/param.h"
#include "sim/param_value.h"

/*
 * Opens the mappings of a dotted name that the line before did not have open;
 * returns the name's last part.  Nested, so that it reads back.
 */
static const char *open_maps(const char *name, const char *before, FILE *f, int indent)
{
	const char *part = name;
	bool same = true;
	int level = 0;

	for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
		size_t len = (size_t)(dot - name) + 1;

		same = same && strncmp(name, before, len) == 0;
		if (!same)
			fprintf(f, "%*s%.*s:\n", indent + 2 * level, "", (int)(dot - part), part);
		part = dot + 1;
		level++;
	}
	fprintf(f, "%*s", indent + 2 * level, "");
	return part;
}

/* Names with a common prefix must stand together in the table. */
void param_dump(const struct param_table *t, const void *strct, FILE *f, int indent)
{
	const char *before = "";

	for (const struct param *p = t->params; p->name; p++) {
		char *value = param_print(p, strct);
		const char *last = open_maps(p->name, before, f, indent);

		fprintf(f, "%s: %s\n", last, value);
		before = p->name;
		free(value);
	}
}

/* Text in a Markdown table cell. */
static void cell(const char *s, FILE *f)
{
	for (; s && *s; s++) {
		if (*s == '|')
			fputc('\\', f);
		fputc(*s == '\n' ? ' ' : *s, f);
	}
	fputs(" | ", f);
}

static void range_cell(const struct param *p, FILE *f)
{
	if (p->type == PARAM_ENUM) {
		for (size_t i = 0; p->choices[i]; i++)
			fprintf(f, "%s%s", i ? ", " : "", p->choices[i]);
		fputs(" | ", f);
		return;
	}
	if (p->min || p->max)
		fprintf(f, "%s..%s", p->min ? p->min : "", p->max ? p->max : "");
	fputs(" | ", f);
}

void param_reference(const struct param_table *t, FILE *f)
{
	fprintf(f, "## %s\n\n%s\n\n", t->name, t->help ? t->help : "");
	fputs("| name | type | default | range | meaning | source of the default |\n", f);
	fputs("|---|---|---|---|---|---|\n", f);
	for (const struct param *p = t->params; p->name; p++) {
		fprintf(f, "| `%s` | %s | ", p->name, param_type_name(p->type));
		if (p->def)
			fprintf(f, "`%s` | ", p->def[0] ? p->def : "\"\"");
		else
			fputs("must be given | ", f);
		range_cell(p, f);
		cell(p->help, f);
		cell(p->source ? p->source : "", f);
		fputc('\n', f);
	}
	fputc('\n', f);
}
