/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The bytes of a YAML file, before anything parses them. */
#ifndef NICPATH_SIM_YAML_TEXT_H
#define NICPATH_SIM_YAML_TEXT_H

#include <stddef.h>

/*
 * Reads a regular file of at most YAML_MAX_BYTES; the size is looked at before
 * a byte is read.  *text is NUL-terminated; caller frees.  Error or NULL.
 */
char *yaml_text_read(const char *path, char **text, size_t *len);

/*
 * Fences off what no scenario contains and a parser may stumble over: bytes
 * that are not UTF-8, control characters, flow brackets nested too deep, lines
 * longer than 64 KiB.  Error with its place, or NULL.
 */
char *yaml_text_check(const char *name, const char *text, size_t len);

#endif
