/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: devices, mmio.c.  Calls: the device's hooks.
 * Models: reset values; bits that are read-only, cleared by writing ones or by reading.
 * Leaves out: parts of a register (an access of another width is counted as strange).
 * Source: each device's table names its manual's sections.
 */
#include "nic_model/reg.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/check.h"
#include "sim/sim.h"

#define LOG_MOST 10 /* lines a device */

static void place(struct regs *r, uint32_t off, uint32_t number)
{
	sim_assertf(off % 4 == 0 && off + 4 <= r->size && !r->at[off / 4],
		    "%s: register table has a bad or doubled offset 0x%x", r->device, off);
	r->at[off / 4] = (uint16_t)(number + 1);
}

void regs_init(struct regs *r, const char *device, void *dev, const struct reg_def *def,
	       unsigned int defs, uint32_t size, uint64_t *unknown)
{
	uint32_t d, i, number = 0;

	*r = (struct regs){
		.device = device, .dev = dev, .def = def, .size = size, .unknown = unknown};
	for (d = 0; d < defs; d++)
		r->count += def[d].count;
	r->value = xcalloc(r->count, sizeof(r->value[0]));
	r->def_of = xcalloc(r->count, sizeof(r->def_of[0]));
	r->at = xcalloc(size / 4, sizeof(r->at[0]));
	for (d = 0; d < defs; d++) {
		for (i = 0; i < def[d].count; i++, number++) {
			r->def_of[number] = (uint16_t)d;
			place(r, def[d].offset + i * def[d].stride, number);
		}
	}
	regs_reset(r);
}

void regs_reset(struct regs *r)
{
	uint32_t i;

	for (i = 0; i < r->count; i++)
		r->value[i] = r->def[r->def_of[i]].reset;
}

void regs_free(struct regs *r)
{
	free(r->value);
	free(r->def_of);
	free(r->at);
}

/* A driver's mistake, or a hole in the model: never silent. */
static void strange(struct regs *r, const char *what, uint32_t off, unsigned int bytes)
{
	(*r->unknown)++;
	if (r->fatal)
		sim_panic(__FILE__, __LINE__, "%s: %s of %u bytes at 0x%x: no such register",
			  r->device, what, bytes, off);
	if (*r->unknown <= LOG_MOST)
		fprintf(stderr, "%s: t=%llu ps: %s of %u bytes at 0x%x: no such register\n",
			r->device, (unsigned long long)sim_now().ps, what, bytes, off);
}

static bool find(struct regs *r, uint32_t off, unsigned int bytes, uint32_t *number)
{
	if (bytes != 4 || off % 4 || off >= r->size || !r->at[off / 4])
		return false;
	*number = r->at[off / 4] - 1u;
	return true;
}

uint32_t regs_read(struct regs *r, uint32_t off, unsigned int bytes)
{
	const struct reg_def *d;
	uint32_t n, value;

	if (!find(r, off, bytes, &n)) {
		strange(r, "read", off, bytes);
		return 0xffffffff; /* what a bus returns when nobody answers */
	}
	d = &r->def[r->def_of[n]];
	value = r->value[n];
	if (d->read)
		value = d->read(r->dev, n, value);
	r->value[n] &= ~d->rc;
	return value;
}

void regs_write(struct regs *r, uint32_t off, uint32_t value, unsigned int bytes)
{
	const struct reg_def *d;
	uint32_t n, old;

	if (!find(r, off, bytes, &n)) {
		strange(r, "write", off, bytes);
		return;
	}
	d = &r->def[r->def_of[n]];
	old = r->value[n];
	r->value[n] = (old & d->ro) | (value & ~d->ro & ~d->w1c) | (old & ~value & d->w1c);
	if (d->write)
		d->write(r->dev, n, old, value);
}
