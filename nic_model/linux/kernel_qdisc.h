/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Queue disciplines of a real kernel: names, options, and what tc would tell the kernel of them. */
#ifndef NICPATH_NIC_MODEL_LINUX_KERNEL_QDISC_H
#define NICPATH_NIC_MODEL_LINUX_KERNEL_QDISC_H

#include <stddef.h>
#include <stdint.h>

#include "sim/param.h"

struct yaml_node;

struct kernel_qdisc_name {
	const char *name, *help;
	const struct param_table *params; /* NULL: takes no options */
};

/* The i-th; NULL: no more. */
const struct kernel_qdisc_name *kernel_qdisc_name(unsigned int i);

struct kernel_qdisc {
	char name[16]; /* "": the kernel's default */
	uint8_t options[256] __attribute__((aligned(8)));
	size_t len; /* of the attribute TCA_OPTIONS, without its header */
};

/* at: where the name stands; options: its mapping or NULL. Error with its place. */
char *kernel_qdisc_load(struct yaml_node *at, const char *name, struct yaml_node *options,
			struct kernel_qdisc *out);

#endif
