/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A gigabit PHY behind the MAC's MII: identification, reset, autonegotiation,
 * link status, and the MAC's link interrupt.
 *
 * Called by: registers, the wire.  Calls: irq.c.
 * Models: registers 0 to 10 and 15 of IEEE 802.3 clause 22 and 40, the time of an
 * access, autonegotiation that ends some time after cable, reset or restart.
 * Leaves out: vendor registers (stored, no effect), forced speeds' effect on the
 * link (its rate is the wire's), energy detect.
 * Source: IEEE 802.3 clauses 22, 28, 40; identifiers of a Marvell 88E1111.
 */
#include "nic_model/forcedeth/fe_int.h"

#include <string.h>

#include "nic_model/wire.h"

enum {
	BMCR = 0,
	BMSR = 1,
	PHYSID1 = 2,
	PHYSID2 = 3,
	ADVERTISE = 4,
	LPA = 5,
	EXPANSION = 6,
	CTRL1000 = 9,
	STAT1000 = 10,
	ESTATUS = 15,
};

#define BMCR_RESET	  0x8000
#define BMCR_ANENABLE	  0x1000
#define BMCR_PDOWN	  0x0800
#define BMCR_ANRESTART	  0x0200
#define BMSR_CAPABLE	  0x7949 /* 100/10 full and half, extended status, autoneg */
#define BMSR_ANEGCOMPLETE 0x0020
#define BMSR_LSTATUS	  0x0004
#define ADVERTISE_DEFAULT 0x01e1 /* 802.3, 10 and 100 half and full */
#define PARTNER		  0xc1e1 /* all of that, acknowledge, next page */
#define PARTNER_PAUSE	  0x0c00 /* symmetric and asymmetric */
#define PARTNER_GIGABIT	  0x7c00 /* 1000 full and half, receivers fine, master */
#define CTRL1000_DEFAULT  0x0300
#define ESTATUS_1000	  0x3000

/* Autonegotiation has ended with a link, and stays so until it is restarted. */
static bool negotiated(const struct fe *fe)
{
	return fe->phy.link && !(fe->phy.reg[BMCR] & (BMCR_PDOWN | BMCR_RESET)) &&
	       sim_now().ps >= fe->phy.ready_at;
}

static void link_event(struct fe *fe)
{
	fe->regs.value[REG_MII_STATUS] |= FE_MII_LINK_CHANGE;
	fe_mii_status_write(fe, REG_MII_STATUS, 0, 0);
}

static void restart(struct fe *fe)
{
	struct fe_phy *phy = &fe->phy;

	phy->ready_at = sim_now().ps + fe->p->autoneg_ps;
	if (phy->ready_at < phy->reset_until)
		phy->ready_at = phy->reset_until + fe->p->autoneg_ps;
	if (phy->link)
		sim_at(&phy->autoneg, SIM_PS(phy->ready_at));
}

static void autoneg_done(void *arg)
{
	link_event(arg);
}

static void defaults(struct fe_phy *phy)
{
	memset(phy->reg, 0, sizeof(phy->reg));
	phy->reg[BMCR] = BMCR_ANENABLE | 0x0140; /* full duplex, 1000 */
	phy->reg[PHYSID1] = 0x0141;
	phy->reg[PHYSID2] = 0x0cc2;
	phy->reg[ADVERTISE] = ADVERTISE_DEFAULT;
	phy->reg[CTRL1000] = CTRL1000_DEFAULT;
	phy->reg[ESTATUS] = ESTATUS_1000;
}

static uint16_t phy_read(struct fe *fe, uint32_t reg)
{
	struct fe_phy *phy = &fe->phy;
	bool up = negotiated(fe);
	bool gigabit = !fe->nic->port || wire_rate_bps(fe->nic->port) >= 1000000000;

	switch (reg) {
	case BMCR:
		if (sim_now().ps >= phy->reset_until)
			phy->reg[BMCR] &= (uint16_t)~BMCR_RESET;
		return phy->reg[BMCR];
	case BMSR:
		return BMSR_CAPABLE | (up ? BMSR_ANEGCOMPLETE | BMSR_LSTATUS : 0);
	case LPA:
		return up ? PARTNER | (fe->p->partner_pause ? PARTNER_PAUSE : 0) : 0;
	case EXPANSION:
		return up ? 0x000f : 0;
	case STAT1000:
		return up && gigabit ? PARTNER_GIGABIT : 0;
	default:
		return phy->reg[reg];
	}
}

static void bmcr_write(struct fe *fe, uint16_t value)
{
	struct fe_phy *phy = &fe->phy;
	uint16_t old = phy->reg[BMCR];

	if (value & BMCR_RESET) {
		defaults(phy);
		phy->reset_until = sim_now().ps + fe->p->phy_reset_ps;
		phy->reg[BMCR] |= BMCR_RESET;
		restart(fe);
		return;
	}
	phy->reg[BMCR] = value & (uint16_t)~BMCR_ANRESTART;
	if ((value & BMCR_ANRESTART) || ((old & BMCR_PDOWN) && !(value & BMCR_PDOWN)))
		restart(fe);
}

static void phy_write(struct fe *fe, uint32_t reg, uint16_t value)
{
	switch (reg) {
	case BMCR:
		bmcr_write(fe, value);
		break;
	case BMSR:
	case PHYSID1:
	case PHYSID2:
	case LPA:
	case EXPANSION:
	case STAT1000:
	case ESTATUS:
		break; /* read-only */
	default:
		fe->phy.reg[reg] = value;
	}
}

void fe_mii_ctl_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;
	uint32_t address = value >> FE_MIICTL_PHY_SHIFT & 31, reg = value & 31;

	(void)old;
	fe->regs.value[index] = value & ~FE_MIICTL_BUSY;
	if (value & FE_MIICTL_BUSY)
		return; /* the driver clears a stuck access */
	fe->phy.mii_busy_until = sim_now().ps + fe->p->mii_ps;
	if (address != fe->p->phy_address) {
		fe->regs.value[REG_MII_DATA] = 0xffff;
		fe->regs.value[REG_MII_STATUS] |= FE_MII_ERROR;
	} else if (value & FE_MIICTL_WRITE) {
		phy_write(fe, reg, (uint16_t)fe_reg(fe, REG_MII_DATA));
	} else {
		fe->regs.value[REG_MII_DATA] = phy_read(fe, reg);
	}
}

uint32_t fe_mii_ctl_read(void *dev, uint32_t index, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	return value | (sim_now().ps < fe->phy.mii_busy_until ? FE_MIICTL_BUSY : 0);
}

/* Status or mask changed: the link interrupt follows them. */
void fe_mii_status_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	(void)old;
	(void)value;
	if (fe_reg(fe, REG_MII_STATUS) & fe_reg(fe, REG_MII_MASK))
		fe_irq(fe, FE_IRQ_LINK);
}

void fe_link_change(struct nic *n, bool up)
{
	struct fe *fe = n->priv;

	fe->phy.link = up;
	if (up) {
		restart(fe);
		return;
	}
	sim_cancel(&fe->phy.autoneg);
	link_event(fe);
}

void fe_phy_init(struct fe *fe)
{
	defaults(&fe->phy);
	sim_event_init(&fe->phy.autoneg, "fe.autoneg", SIM_PRIO_HW, autoneg_done, fe);
}
