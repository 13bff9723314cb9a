/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A device's registers: one const table of records, common semantics once.
 *
 * A device writes its table as an X-macro,
 *
 *	#define MY_REGS(REG) \
 *		REG(CTRL, 0x00, 4, 1, 0, 0, 0, 0, NULL, ctrl_write, "2.1 control") ...
 *
 * name, offset, stride, count, reset, ro, w1c, rc, read hook, write hook, section:
 * ro bits keep their value on writes, w1c bits are cleared by writing ones, rc
 * bits by reading.  REG_INDEX and REG_DEF make an enum of register numbers and
 * the table from it.  Accesses at offsets without a register are counted and
 * logged, and end the run if `fatal`.
 */
#ifndef NICPATH_NIC_MODEL_REG_H
#define NICPATH_NIC_MODEL_REG_H

#include <stdbool.h>
#include <stdint.h>

/* Called after a write has taken effect; old is the value before it. */
typedef void reg_write_fn(void *dev, uint32_t index, uint32_t old, uint32_t value);
/* Returns what the reader gets; value is what is stored. */
typedef uint32_t reg_read_fn(void *dev, uint32_t index, uint32_t value);

struct reg_def {
	const char *name;
	uint32_t offset, stride, count;
	uint32_t reset, ro, w1c, rc;
	reg_read_fn *read;
	reg_write_fn *write;
	const char *section; /* of the manual, or the function that shows its meaning */
};

#define REG_INDEX(name, offset, stride, count, reset, ro, w1c, rc, read, write, section)           \
	REG_##name, REG_##name##_last_ = REG_##name + (count)-1,
#define REG_DEF(name_, offset_, stride_, count_, reset_, ro_, w1c_, rc_, read_, write_, section_)  \
	{#name_, offset_, stride_, count_, reset_, ro_, w1c_, rc_, read_, write_, section_},

struct regs {
	const char *device;
	void *dev;
	const struct reg_def *def;
	uint32_t *value;  /* by register number */
	uint16_t *at;	  /* register number + 1 by offset / 4; 0: none */
	uint16_t *def_of; /* record by register number */
	uint32_t size;	  /* bytes of the window */
	uint32_t count;	  /* registers, instances included */
	bool fatal;
	uint64_t *unknown; /* counter to bump */
};

/* dev is handed to the hooks; unknown counts strange accesses. */
void regs_init(struct regs *r, const char *device, void *dev, const struct reg_def *def,
	       unsigned int defs, uint32_t size, uint64_t *unknown);
void regs_reset(struct regs *r);
void regs_free(struct regs *r);
uint32_t regs_read(struct regs *r, uint32_t off, unsigned int bytes);
void regs_write(struct regs *r, uint32_t off, uint32_t value, unsigned int bytes);

#endif
