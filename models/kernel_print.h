/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text outputs of a host made of stages, and what must balance at its end. */
#ifndef NICPATH_MODELS_KERNEL_PRINT_H
#define NICPATH_MODELS_KERNEL_PRINT_H

#include <stdbool.h>

struct net;

/* what: nstat, softnet_stat, dev, sockstat. file: FILE *. False: unknown. */
bool kernel_print(struct net *n, const char *what, void *file);
/* Error (caller frees) or NULL. */
char *kernel_balance(struct net *n);

#endif
