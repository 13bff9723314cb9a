/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel profile: the named behaviours of a kernel version, each of which a
 * user can flip alone, and what its functions cost.
 *
 * Behaviours are one parameter table each subsystem (kernel.sched.*,
 * kernel.qdisc.*, kernel.tcp.*, kernel.net.* ...); their structs live in the
 * subsystem's folder and are loaded with kprofile_behaviour().
 */
#ifndef NICPATH_MODELS_HOST_KPROFILE_H
#define NICPATH_MODELS_HOST_KPROFILE_H

#include <stdint.h>
#include <stdio.h>

#include "models/host/kfn.h"

struct kprofile;
struct param_table;
struct yaml_node;

/* Cost of one function on the modelled path. */
struct kcost {
	uint32_t instructions; /* a call */
	uint32_t per_unit_64;  /* 1/64 instructions a unit (kfn_units()) */
	uint32_t text_bytes;   /* code bytes touched on that path */
	const char *source;    /* "measured: ...", "published: ...", "calibrated", "assumed: ..." */
};

/*
 * kernel: resolved mapping: name, hz, slab, ..., costs; it must outlive the
 * profile.  Names what lacks a cost, unless costs_default gives one for all.
 */
char *kprofile_new(struct yaml_node *kernel, struct kprofile **out);
void kprofile_free(struct kprofile *p);
const char *kprofile_name(const struct kprofile *p);
const struct kcost *kprofile_cost(const struct kprofile *p, enum kfn fn);

/*
 * The behaviours of a subsystem: fills *out from kernel.SECTION by the table
 * (its name is the section).  Error with place, or NULL.
 */
char *kprofile_behaviour(const struct kprofile *p, const struct param_table *t, void *out);

/* `nicpath show costs`: function, instructions, per unit, bytes, source. */
void kprofile_print_costs(const struct kprofile *p, FILE *f);

#endif
