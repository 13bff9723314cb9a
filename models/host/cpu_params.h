/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a machine file says about a CPU's core (machine.cpu). */
#ifndef NICPATH_MODELS_HOST_CPU_PARAMS_H
#define NICPATH_MODELS_HOST_CPU_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/param.h"

/* Shorter string operations are not fast: 64 steps of 8 B (Intel SDM 3A, fast-string operation). */
#define CPU_FAST_STRING 512 /* bytes */

enum cpu_sync_mode { SYNC_FINE, SYNC_EXACT, SYNC_SLACK };
enum cpu_idle_mode { IDLE_HALT, IDLE_MWAIT, IDLE_POLL };

struct cpu_params {
	double cpi;
	bool fast_strings;
	uint32_t spacing, window, misses, store_buffer, store_misses;
	uint32_t atomic, copy_bytes, copy_start, ifetch_ahead;
	uint32_t syscall, sysret, irq_entry, irq_exit, mm_switch, pause;
	uint64_t ipi, halt_exit, mwait_exit; /* ps */
	int idle;			     /* enum cpu_idle_mode */
	int sync;			     /* enum cpu_sync_mode */
	uint64_t ahead, lookahead, slack;    /* ps */
};

extern const struct param_table cpu_param_table;

#endif
