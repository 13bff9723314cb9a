/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A folder of a test's own, which becomes the current one, so that messages
 * have short paths; gone at the end.
 */
#ifndef NICPATH_TESTS_TMPDIR_H
#define NICPATH_TESTS_TMPDIR_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scenarios/files.h"

static char tmpdir_path[200];

static inline void tmpdir_enter(void)
{
	const char *base = getenv("TMPDIR");

	snprintf(tmpdir_path, sizeof(tmpdir_path), "%s/nicpath-XXXXXX", base ? base : "/tmp");
	if (!mkdtemp(tmpdir_path) || chdir(tmpdir_path) != 0)
		abort();
	setenv("NICPATH_DATA", "data", 1);
}

static inline void tmpdir_leave(void)
{
	if (chdir("/") != 0)
		abort();
	dir_remove(tmpdir_path);
}

/* Makes the folders on the way. */
static inline void tmpdir_file(const char *path, const char *text)
{
	char *dir = strdup(path), *slash = strrchr(dir, '/');

	if (slash) {
		*slash = '\0';
		free(dir_make(dir));
	}
	free(dir);
	free(file_write(path, text));
}

#endif
