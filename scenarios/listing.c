/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/listing.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "scenarios/paths.h"
#include "sim/check.h"

/* Longer titles end at their first sentence, or here. */
#define MAX_TITLE 100
/* Titles stand near the top; nobody's file is read to its end for one. */
#define MAX_LINES 40

static char *trimmed(const char *s)
{
	size_t n;

	s += strspn(s, " \t#");
	n = strcspn(s, "\r\n");
	while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
		n--;
	if (n > 1 && (s[0] == '"' || s[0] == '\'') && s[n - 1] == s[0]) {
		s++;
		n -= 2;
	}
	return xasprintf("%.*s", (int)n, s);
}

char *listing_title(const char *path)
{
	FILE *f = fopen(path, "re");
	char *line = NULL, *comment = NULL, *title = NULL;
	size_t room = 0;

	for (int i = 0; f && !title && i < MAX_LINES && getline(&line, &room, f) > 0; i++) {
		if (strncmp(line, "title:", 6) == 0)
			title = trimmed(line + 6);
		else if (!comment && line[0] == '#' && !strstr(line, "SPDX-License-Identifier"))
			comment = trimmed(line);
	}
	if (f)
		fclose(f);
	free(line);
	if (!title) {
		title = comment ? comment : xstrdup("");
		comment = NULL;
	}
	free(comment);
	return title;
}

static void print_line(const char *name, size_t width, const char *title, FILE *f)
{
	const char *end = strstr(title, ". ");
	size_t n = strlen(title);
	bool cut = n > MAX_TITLE;

	if (cut && end && end - title < MAX_TITLE) {
		n = (size_t)(end - title);
		cut = false;
	}
	if (cut)
		for (n = MAX_TITLE - 3; n && ((unsigned char)title[n] >> 6) == 2; n--)
			; /* not inside a UTF-8 character */
	fprintf(f, "%-*s  %.*s%s\n", (int)width, name, (int)n, title, cut ? "..." : "");
}

void listing_print(const char *folder, FILE *f)
{
	char *dir = strcmp(folder, ".") ? path_join(path_data(), folder) : xstrdup(path_data());
	size_t n, width = 0;
	char **names = path_list(dir, &n);

	for (size_t i = 0; i < n; i++)
		if (strlen(names[i]) > width)
			width = strlen(names[i]);
	for (size_t i = 0; i < n; i++) {
		char *path = xasprintf("%s/%s.yaml", dir, names[i]);
		char *title = listing_title(path);

		print_line(names[i], width, title, f);
		free(title);
		free(path);
	}
	path_list_free(names, n);
	free(dir);
}
