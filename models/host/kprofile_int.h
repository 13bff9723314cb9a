/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to models/host. */
#ifndef NICPATH_MODELS_HOST_KPROFILE_INT_H
#define NICPATH_MODELS_HOST_KPROFILE_INT_H

#include <stdbool.h>
#include <stdint.h>

#include "models/host/kprofile.h"

enum preempt_model { PREEMPT_NONE, PREEMPT_VOLUNTARY, PREEMPT_FULL };
enum lock_kind { LOCK_TICKET, LOCK_UNFAIR };

/* Top level of a kernel profile. */
struct kernel_params {
	char *name;
	uint64_t hz;
	bool nohz, tick_skew;
	int preempt;   /* enum preempt_model */
	int spinlocks; /* enum lock_kind */
	double instruction_scale;
};

const struct kernel_params *kprofile_params(const struct kprofile *p);

#endif
