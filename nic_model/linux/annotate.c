// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: `nicpath show annotate`, `nicpath list stubs`.  Calls: files only.
 * Models: nothing.
 * Leaves out: lines of inlined callers (a line is where its code was written).
 * Source: the point's lines-HOST.csv; the unpacked kernel source.
 */
#include "nic_model/linux/annotate.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/linux/image.h"
#include "sim/check.h"

struct line_cost {
	char file[256];
	unsigned int line;
	unsigned long long insns, loads, stores, cycles, misses;
};

struct source {
	char path[512];
	char **line;
	unsigned int lines;
};

static void source_free(struct source *s)
{
	for (unsigned int i = 0; i < s->lines; i++)
		free(s->line[i]);
	free(s->line);
	memset(s, 0, sizeof(*s));
}

static void source_load(struct source *s, const char *folder, const char *file)
{
	char path[512], *line = NULL;
	size_t room = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, file);
	if (!strcmp(path, s->path))
		return;
	source_free(s);
	memcpy(s->path, path, sizeof(path));
	f = fopen(path, "r");
	while (f && getline(&line, &room, f) > 0) {
		line[strcspn(line, "\n")] = 0;
		s->line = xrealloc(s->line, (s->lines + 1) * sizeof(*s->line));
		s->line[s->lines++] = xstrdup(line);
	}
	free(line);
	if (f)
		fclose(f);
}

static bool parse(const char *text, const char *function, struct line_cost *c)
{
	size_t n = strlen(function);

	return !strncmp(text, function, n) && text[n] == ',' &&
	       sscanf(text + n + 1, "%255[^,],%u,%llu,%llu,%llu,%llu,%*u,%*u,%llu", c->file,
		      &c->line, &c->insns, &c->loads, &c->stores, &c->cycles, &c->misses) == 7;
}

static void print_line(const struct line_cost *c, const struct source *s, unsigned long long total,
		       FILE *out)
{
	const char *text = c->line && c->line <= s->lines ? s->line[c->line - 1] : "";

	fprintf(out, "%6.2f %12llu %12llu %10llu %10llu %8llu  %5u  %s\n",
		total ? 100.0 * (double)c->cycles / (double)total : 0.0, c->cycles, c->insns,
		c->loads, c->stores, c->misses, c->line, text);
}

static unsigned long long sum(FILE *f, const char *function)
{
	unsigned long long total = 0;
	struct line_cost c;
	char text[1024];

	while (fgets(text, sizeof(text), f))
		if (parse(text, function, &c))
			total += c.cycles;
	rewind(f);
	return total;
}

char *annotate_print(const char *csv, const char *source, const char *function, FILE *out)
{
	struct source s = {.lines = 0};
	char text[1024], file[256] = "";
	unsigned long long total;
	struct line_cost c;
	FILE *f = fopen(csv, "r");

	if (!f)
		return err_fmt("%s: %s (kernel.lines: on makes it)", csv, strerror(errno));
	total = sum(f, function);
	while (fgets(text, sizeof(text), f)) {
		if (!parse(text, function, &c))
			continue;
		source_load(&s, source, c.file);
		if (strcmp(file, c.file)) {
			memcpy(file, c.file, sizeof(file));
			fprintf(out,
				"%s%s of %s\n     %%       cycles instructions      loads     "
				"stores   misses   line\n",
				*text ? "" : "\n", function, file);
		}
		print_line(&c, &s, total, out);
	}
	source_free(&s);
	fclose(f);
	return *file ? NULL : err_fmt("%s: nothing of a function \"%s\"", csv, function);
}

char *annotate_stubs(FILE *out)
{
	const char *const *stub;
	struct image img;
	char *path, *err = image_find("plain", &path);

	if (err)
		return err;
	err = image_load(path, IMAGE_MAX_HOSTS - 1, &img);
	free(path);
	if (err)
		return err;
	for (stub = img.head->stubs; stub < img.head->stubs_end; stub++)
		fprintf(out, "%s\n", *stub);
	image_unload(&img);
	return NULL;
}
