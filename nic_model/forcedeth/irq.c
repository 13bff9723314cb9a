/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupts of the nForce MAC.
 *
 * Called by: tx.c, rx.c, phy.c, registers.  Calls: nic_irq, nic_irq_level.
 * Models: status bits cleared by writing ones; INTx as a level; MSI as one message
 * each time that (status & mask), gated by MSI_MASK, rises (that is why drivers
 * toggle MSI_MASK); MSI-X with a 4-bit vector for each status bit and an IRQ_MASK
 * that writes toggle; the interval timer.
 * Leaves out: recoverable errors.
 * Source: see regs.h.
 */
#include "nic_model/forcedeth/fe_int.h"

/* One unit of POLL_INTERVAL, 1024/100 us ("97 is 1 ms" in the driver). */
#define TIMER_UNIT_PS 10240000ull

static unsigned int vector_of(const struct fe *fe, unsigned int bit)
{
	uint32_t map = fe_reg(fe, bit < 8 ? REG_MSIX_MAP0 : REG_MSIX_MAP1);

	return map >> 4 * (bit & 7) & 15;
}

static void update_msix(struct fe *fe, uint32_t active)
{
	uint32_t rises = 0, up = 0;
	unsigned int bit, v;

	for (bit = 0; bit < 16; bit++)
		if (active >> bit & 1)
			up |= 1u << vector_of(fe, bit);
	for (v = 0; v < 16; v++) {
		if ((up >> v & 1) && !fe->vector_up[v])
			rises |= 1u << v;
		fe->vector_up[v] = up >> v & 1;
	}
	for (v = 0; v < 16; v++)
		if (rises >> v & 1)
			nic_irq(fe->nic, v);
}

static void update(struct fe *fe)
{
	uint32_t active = fe_reg(fe, REG_IRQ_STATUS) & fe_reg(fe, REG_IRQ_MASK);
	bool up = active;

	switch (nic_irq_kind(fe->nic)) {
	case NIC_MSIX:
		update_msix(fe, active);
		return;
	case NIC_INTX:
		nic_irq_level(fe->nic, up);
		return;
	case NIC_MSI:
		up = up && (fe_reg(fe, REG_MSI_MASK) & FE_MSI_VECTOR0);
		if (up && !fe->line)
			nic_irq(fe->nic, 0);
		fe->line = up;
	}
}

void fe_irq(struct fe *fe, uint32_t bits)
{
	fe->regs.value[REG_IRQ_STATUS] |= bits;
	update(fe);
}

void fe_irq_status_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	(void)index;
	(void)old;
	(void)value;
	update(dev);
}

/* The timer runs only when somebody would see it. */
static void arm_timer(struct fe *fe)
{
	uint64_t units = fe_reg(fe, REG_POLL_INTERVAL) & 0xffff;
	bool wanted = (fe_reg(fe, REG_IRQ_MASK) & FE_IRQ_TIMER) && fe_reg(fe, REG_SETUP6) && units;

	if (!wanted)
		sim_cancel(&fe->timer);
	else if (!sim_pending(&fe->timer))
		sim_after(&fe->timer, SIM_PS(units * TIMER_UNIT_PS));
}

static void timer(void *arg)
{
	struct fe *fe = arg;

	fe_irq(fe, FE_IRQ_TIMER);
	arm_timer(fe);
}

void fe_irq_mask_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	/* With MSI-X, drivers write the same bits to disable and to enable. */
	if (nic_irq_kind(fe->nic) == NIC_MSIX)
		fe->regs.value[index] = old ^ value;
	arm_timer(fe);
	update(fe);
}

void fe_msi_mask_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	(void)index;
	(void)old;
	(void)value;
	update(dev);
}

void fe_timer_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	if (old != value)
		sim_cancel(&fe->timer);
	arm_timer(fe);
}

uint32_t fe_msix_status_read(void *dev, uint32_t index, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	(void)value;
	return fe_reg(fe, REG_IRQ_STATUS);
}

void fe_msix_status_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	(void)old;
	fe->regs.value[index] = 0;
	fe->regs.value[REG_IRQ_STATUS] &= ~value;
	update(fe);
}

void fe_irq_init(struct fe *fe)
{
	sim_event_init(&fe->timer, "fe.timer", SIM_PRIO_HW, timer, fe);
	sim_event_background(&fe->timer);
}
