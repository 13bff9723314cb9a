/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/files.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenarios/paths.h"
#include "sim/check.h"

static bool write_all(int fd, const char *text)
{
	size_t left = strlen(text);

	while (left) {
		ssize_t n = write(fd, text, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text += n;
		left -= (size_t)n;
	}
	return fsync(fd) == 0;
}

char *file_write(const char *path, const char *text)
{
	char *temp = xasprintf("%s.tmp-%d", path, (int)getpid());
	int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	bool ok = fd >= 0 && write_all(fd, text);
	char *err = NULL;

	if (fd >= 0 && close(fd) != 0)
		ok = false;
	if (!ok || rename(temp, path) != 0) {
		err = err_fmt("%s: cannot write: %s", path, strerror(errno));
		unlink(temp);
	} else {
		char *dir = path_dir(path);

		dir_sync(dir[0] ? dir : ".");
		free(dir);
	}
	free(temp);
	return err;
}

char *file_read(const char *path, size_t *len)
{
	FILE *f = fopen(path, "re");
	size_t room = 0, n = 0, got = 1;
	char *text = NULL;

	if (!f)
		return NULL;
	while (got) {
		if (room - n < 4096) {
			room = room ? 2 * room : 16384;
			text = xrealloc(text, room + 1);
		}
		got = fread(text + n, 1, room - n, f);
		n += got;
	}
	if (ferror(f)) {
		free(text);
		fclose(f);
		return NULL;
	}
	fclose(f);
	text[n] = '\0';
	if (len)
		*len = n;
	return text;
}

bool file_equals(const char *path, const char *text)
{
	size_t len;
	char *have = file_read(path, &len);
	bool same = have && len == strlen(text) && memcmp(have, text, len) == 0;

	free(have);
	return same;
}

static char *make_one(const char *path)
{
	struct stat st;

	if (mkdir(path, 0777) == 0)
		return NULL;
	if (errno != EEXIST)
		return err_fmt("%s: cannot make this folder: %s", path, strerror(errno));
	if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
		return err_fmt("%s: is not a folder", path);
	return NULL;
}

char *dir_make(const char *path)
{
	char *p = xstrdup(path), *err = NULL;

	for (char *s = p + 1; *s && !err; s++) {
		if (*s != '/')
			continue;
		*s = '\0';
		err = make_one(p);
		*s = '/';
	}
	if (!err)
		err = make_one(p);
	free(p);
	return err;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	remove(path);
	return 0;
}

void dir_remove(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void dir_sync(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * 0x100000001b3ull;
	return h;
}
