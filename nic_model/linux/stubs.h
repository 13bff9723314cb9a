/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an image leaves out. */
#ifndef NICPATH_NIC_MODEL_LINUX_STUBS_H
#define NICPATH_NIC_MODEL_LINUX_STUBS_H

#include <stdio.h>

/* Names of the functions that end a run when they are called. Error (no image), or NULL. */
char *stubs_print(FILE *out);

#endif
