/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/paths.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/check.h"

const char *path_self(void)
{
	static char self[PATH_MAX];
	ssize_t n;

	if (self[0])
		return self;
	n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	sim_assertf(n > 0, "cannot read /proc/self/exe");
	self[n] = '\0';
	return self;
}

char *path_join(const char *dir, const char *name)
{
	if (name[0] == '/' || dir[0] == '\0')
		return xstrdup(name);
	return xasprintf("%s%s%s", dir, dir[strlen(dir) - 1] == '/' ? "" : "/", name);
}

char *path_dir(const char *file)
{
	const char *slash = strrchr(file, '/');

	if (!slash)
		return xstrdup("");
	return xasprintf("%.*s", slash == file ? 1 : (int)(slash - file), file);
}

char *path_stem(const char *file)
{
	const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
	size_t n = strlen(name);

	if (n > 5 && strcmp(name + n - 5, ".yaml") == 0)
		n -= 5;
	return xasprintf("%.*s", (int)n, name);
}

bool path_is_file(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

static bool is_dir(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

const char *path_data(void)
{
	static char *dir;
	const char *set = getenv("NICPATH_DATA");
	char *bin;

	if (set && set[0])
		return set;
	if (dir)
		return dir;
	bin = path_dir(path_self());
	dir = path_join(bin, "../share/nicpath/scenarios");
	if (!is_dir(dir)) {
		free(dir);
		dir = path_join(bin, "../scenarios");
	}
	free(bin);
	return dir;
}

/*
 * What exists is found, be it a folder or unreadable: opening it then says
 * what is wrong, which "not found" would hide.
 */
char *path_find(const char *name, const char *from)
{
	char *dir = from ? path_dir(from) : xstrdup("");
	char *path = path_join(dir, name);

	free(dir);
	if (exists(path))
		return path;
	free(path);
	path = path_join(path_data(), name);
	if (exists(path))
		return path;
	free(path);
	return NULL;
}

char *path_program(const char *name)
{
	static const char *const places[] = {"", "../libexec/nicpath"};
	char *bin = path_dir(path_self());
	char *found = NULL;

	for (size_t i = 0; i < 2 && !found; i++) {
		char *dir = places[i][0] ? path_join(bin, places[i]) : xstrdup(bin);

		found = path_join(dir, name);
		free(dir);
		if (!path_is_file(found) || access(found, X_OK) != 0) {
			free(found);
			found = NULL;
		}
	}
	free(bin);
	return found;
}

static int is_yaml(const struct dirent *e)
{
	size_t n = strlen(e->d_name);

	return n > 5 && e->d_name[0] != '.' && strcmp(e->d_name + n - 5, ".yaml") == 0;
}

/* By bytes, not by locale: the same order everywhere. */
static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

char **path_list(const char *dir, size_t *n)
{
	struct dirent **entries;
	int found = scandir(dir, &entries, is_yaml, by_bytes);
	char **names;

	*n = 0;
	if (found < 0)
		return NULL;
	names = xcalloc((size_t)found + 1, sizeof(*names));
	for (int i = 0; i < found; i++) {
		names[(*n)++] = path_stem(entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	return names;
}

void path_list_free(char **names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
}
