/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads section hook_plain of the plain image: where its blocks lie.
 *
 * Called by: machine.c
 * Calls: nothing.
 * Models: addresses of code as they are without hooks.
 * Leaves out: blocks that the plain image does not have.
 * Source: section hook_plain, which the rewriter writes.
 */
#include "nic_model/linux/charge.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/linux/image.h"
#include "sim/check.h"

static char *read_at(FILE *f, const char *path, void *to, uint64_t off, size_t bytes)
{
	if (!fseek(f, (long)off, SEEK_SET) && fread(to, 1, bytes, f) == bytes)
		return NULL;
	return err_fmt("%s: not a kernel image", path);
}

static char *section(FILE *f, const char *path, const Elf64_Ehdr *eh, const Elf64_Shdr *sh,
		     const char *names, struct hook_plain **p, size_t *n)
{
	for (int i = 0; i < eh->e_shnum; i++)
		if (!strcmp(names + sh[i].sh_name, "hook_plain")) {
			*n = sh[i].sh_size / sizeof(**p);
			*p = xmalloc(sh[i].sh_size + 1);
			return read_at(f, path, *p, sh[i].sh_offset, sh[i].sh_size);
		}
	return err_fmt("%s: has no table of blocks; run `make image`", path);
}

static char *read_table(FILE *f, const char *path, struct hook_plain **p, size_t *n)
{
	Elf64_Ehdr eh;
	Elf64_Shdr *sh = NULL;
	char *names = NULL, *err = read_at(f, path, &eh, 0, sizeof(eh));

	if (!err) {
		sh = xmalloc(eh.e_shnum * sizeof(*sh) + 1);
		err = read_at(f, path, sh, eh.e_shoff, eh.e_shnum * sizeof(*sh));
	}
	if (!err && eh.e_shstrndx < eh.e_shnum) {
		names = xcalloc(1, sh[eh.e_shstrndx].sh_size + 1);
		err = read_at(f, path, names, sh[eh.e_shstrndx].sh_offset,
			      sh[eh.e_shstrndx].sh_size);
	}
	if (!err)
		err = names ? section(f, path, &eh, sh, names, p, n)
			    : err_fmt("%s: not a kernel image", path);
	free(names);
	free(sh);
	return err;
}

char *charge_plain(const char *file, struct hook_plain **p, size_t *n)
{
	char *path = file ? xstrdup(file) : NULL, *err = path ? NULL : image_find("plain", &path);
	FILE *f;

	if (err)
		return err;
	f = fopen(path, "r");
	err = f ? read_table(f, path, p, n) : err_fmt("%s: %s", path, strerror(errno));
	if (f)
		fclose(f);
	free(path);
	return err;
}
