/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a point's lines-HOST.csv says about a function, beside its source. */
#ifndef NICPATH_NIC_MODEL_LINUX_ANNOTATE_H
#define NICPATH_NIC_MODEL_LINUX_ANNOTATE_H

#include <stdio.h>

/*
 * Prints the source lines of `function` with instructions, cycles and misses. csv: file that
 * kernel.lines wrote; source: folder of the unpacked kernel package, may be absent (then only
 * figures are printed). Error or NULL.
 */
char *annotate_print(const char *csv, const char *source, const char *function, FILE *out);

/* `nicpath list stubs`: functions that the image leaves out. */
char *annotate_stubs(FILE *out);

#endif
