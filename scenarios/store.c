/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/store.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "scenarios/files.h"
#include "scenarios/paths.h"
#include "scenarios/plan.h"
#include "sim/check.h"
#include "sim/yaml.h"

/* Readable part of a point's name; the hash makes it unique. */
#define MAX_LABEL 120

const char *store_tool_hash(void)
{
	static char text[17];
	size_t len;
	char *bytes;

	if (text[0])
		return text;
	bytes = file_read(path_self(), &len);
	sim_assertf(bytes, "cannot read %s", path_self());
	snprintf(text, sizeof(text), "%016llx",
		 (unsigned long long)hash_bytes(HASH_START, bytes, len));
	free(bytes);
	return text;
}

char *store_resolved_text(const struct yaml_node *tree, const char *version, const char *identity)
{
	char *yaml = yaml_write(tree);
	char *text = xasprintf("# nicpath %s (%s)\n%s", version, identity, yaml);

	free(yaml);
	return text;
}

/* What every file system and shell takes as it is. */
static void append_safe(char *label, const char *s)
{
	size_t n = strlen(label);

	for (; *s && n < MAX_LABEL; s++)
		label[n++] = isalnum((unsigned char)*s) || strchr("._+-", *s) ? *s : '-';
	label[n] = '\0';
}

/* "l2.size" of "machine.cache.l2.size": two words say enough. */
static const char *last_two_words(const char *key)
{
	unsigned int dots = 0;

	for (const char *p = key + strlen(key); p > key; p--)
		if (p[-1] == '.' && ++dots == 2)
			return p;
	return key;
}

static void append_axis(char *label, const char *key, const char *value)
{
	if (label[0])
		append_safe(label, "_");
	append_safe(label, last_two_words(key));
	append_safe(label, "-");
	append_safe(label, value);
}

char *store_point_name(const struct plan *p, size_t point, const char *resolved_text)
{
	uint64_t h = hash_bytes(HASH_START, resolved_text, strlen(resolved_text));
	char label[MAX_LABEL + 1] = "";

	for (size_t i = 0; i < p->sweep.n; i++)
		append_axis(label, p->sweep.axes[i].key, sweep_value(&p->sweep, point, i));
	if (!isalnum((unsigned char)label[0]))
		memcpy(label, "point", sizeof("point"));
	return xasprintf("%s_%012llx", label, (unsigned long long)(h >> 16));
}

bool store_is_finished(const char *dir, const char *name, const char *resolved_text)
{
	char *result = xasprintf("%s/%s/result.json", dir, name);
	char *resolved = xasprintf("%s/%s/scenario.resolved.yaml", dir, name);
	bool finished = path_is_file(result) && file_equals(resolved, resolved_text);

	free(result);
	free(resolved);
	return finished;
}

static char *take_lock(const char *dir, int *lock)
{
	char *file = xasprintf("%s/.nicpath/lock", dir);
	char *err = NULL;

	/* close-on-exec: the lock ends with this process, however it ends */
	*lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (*lock < 0)
		err = err_fmt("%s: cannot write: %s", file, strerror(errno));
	else if (flock(*lock, LOCK_EX | LOCK_NB) != 0)
		err = err_fmt("%s: another nicpath is running points here", dir);
	if (err && *lock >= 0)
		close(*lock);
	free(file);
	return err;
}

char *store_open(const char *dir, int *lock)
{
	static const char *const parts[] = {".nicpath/jobs", ".nicpath/logs"};
	char *err = dir_make(dir);

	for (size_t i = 0; i < 2 && !err; i++) {
		char *path = path_join(dir, parts[i]);

		err = dir_make(path);
		free(path);
	}
	if (!err)
		err = take_lock(dir, lock);
	if (!err)
		store_clean(dir);
	return err;
}

void store_close(int lock)
{
	close(lock);
}

void store_clean(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		char *path;

		if (e->d_name[0] != '.' || !strstr(e->d_name, ".part-"))
			continue;
		path = path_join(dir, e->d_name);
		dir_remove(path);
		free(path);
	}
	if (d)
		closedir(d);
}

char *store_job_file(const char *dir, const char *name)
{
	return xasprintf("%s/.nicpath/jobs/%s.yaml", dir, name);
}

char *store_log_file(const char *dir, const char *name)
{
	return xasprintf("%s/.nicpath/logs/%s.log", dir, name);
}
