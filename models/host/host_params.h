/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parameter tables of models/host, for the reference and for checks. */
#ifndef NICPATH_MODELS_HOST_HOST_PARAMS_H
#define NICPATH_MODELS_HOST_HOST_PARAMS_H

struct param_table;

extern const struct param_table cpu_param_table;    /* machine.cpu */
extern const struct param_table kernel_param_table; /* kernel, its top level */
extern const struct param_table sched_param_table;  /* kernel.sched */
extern const struct param_table irq_param_table;    /* kernel.irq */

#endif
