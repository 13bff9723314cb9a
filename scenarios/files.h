/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that are whole or not there at all. */
#ifndef NICPATH_SCENARIOS_FILES_H
#define NICPATH_SCENARIOS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes through a temporary name, fsync and rename. Error or NULL. */
char *file_write(const char *path, const char *text);
/* Whole content; caller frees; NULL if it cannot be read. */
char *file_read(const char *path, size_t *len);
bool file_equals(const char *path, const char *text);
/* mkdir -p. Error or NULL. */
char *dir_make(const char *path);
/* rm -r; what is not there is fine; does not follow links. */
void dir_remove(const char *path);
/* fsync of the folder itself, after a rename in it. */
void dir_sync(const char *path);

/* FNV-1a, 64 bits: names folders, and they are compared in full after that. */
#define HASH_START 0xcbf29ce484222325ull
uint64_t hash_bytes(uint64_t h, const void *bytes, size_t n);

#endif
