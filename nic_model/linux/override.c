// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: the composition (kernel: override, source).  Calls: make image-override.
 * Models: nothing; builds and caches an image a file.
 * Leaves out: for override, static functions, and calls that were inlined.
 * Source: none.
 */
#include "nic_model/linux/override.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nic_model/linux/image.h"
#include "sim/check.h"

/* By content, so that a changed file is another image. FNV-1a. */
static char *name_of(const char *file, const char *replaces, char **name)
{
	uint64_t h = 14695981039346656037ull;
	FILE *f = fopen(file, "r");
	int c;

	if (!f)
		return err_fmt("%s: %s", file, strerror(errno));
	while ((c = getc(f)) != EOF)
		h = (h ^ (uint8_t)c) * 1099511628211ull;
	fclose(f);
	for (; replaces && *replaces; replaces++)
		h = (h ^ (uint8_t)*replaces) * 1099511628211ull;
	*name = xasprintf("over-%016llx", (unsigned long long)h);
	return NULL;
}

static int run_make(const char *root, const char *file, const char *replaces, const char *name)
{
	char *f = xasprintf("F=%s", file), *n = xasprintf("N=%s", name);
	char *r = xasprintf("R=%s", replaces ? replaces : "");
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		execlp("make", "make", "-s", "-C", root, "image-override", f, n, r, (char *)NULL);
		_exit(127);
	}
	if (pid > 0)
		waitpid(pid, &status, 0);
	free(f);
	free(n);
	free(r);
	return status;
}

char *override_image(const char *file, const char *replaces, char **variant)
{
	char *image, *err = image_find("plain", &image), *name = NULL, *path, *root, full[PATH_MAX];

	*variant = NULL;
	if (err)
		return err;
	if (!realpath(file, full))
		err = err_fmt("%s: %s", file, strerror(errno));
	if (!err)
		err = name_of(full, replaces, &name);
	root = xasprintf("%s/../..", dirname(image)); /* of build/linux */
	path = xasprintf("%s/nic_model/linux/rules.mk", root);
	if (!err && access(path, R_OK))
		err = err_fmt(
			"kernel.override needs nicpath's source tree, and there is none at %s",
			root);
	if (!err && run_make(root, full, replaces, name))
		err = err_fmt("%s: the overridden kernel image cannot be built", file);
	free(path);
	free(root);
	free(image);
	if (err)
		free(name);
	else
		*variant = name;
	return err;
}
