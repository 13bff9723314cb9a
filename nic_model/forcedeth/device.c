/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The nForce MAC as a whole: parameters, registers, resets, rings' places.
 *
 * Called by: nic.c.  Calls: tx.c, rx.c, irq.c, phy.c.
 * Models: what Linux 6.1 forcedeth does with an MCP79 (device 0x0ab0): PHY over
 * MII, descriptor version 3, TSO, checksums, VLAN words, statistics, pause, MSI,
 * MSI-X maps, INTx, the interrupt timer.
 * Leaves out: wake on LAN, the management unit (reads as absent), half duplex,
 * descriptor versions 1 and 2, multicast hash (all multicast is accepted).
 * Source: see regs.h.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/forcedeth/fe_int.h"
#include "nic_model/wire.h"
#include "sim/check.h"

#define P(name_, field, type_, def_, min_, max_, help_, source_)                                   \
	{                                                                                          \
		.name = (name_), .type = (type_), .offset = offsetof(struct fe_params, field),     \
		.def = (def_), .min = (min_), .max = (max_), .help = (help_), .source = (source_)  \
	}

static const struct param params[] = {
	P("tx_fifo", tx_fifo, PARAM_SIZE, "32KiB", "10KiB", "1MiB", "on-chip transmit memory",
	  "assumed"),
	P("rx_fifo", rx_fifo, PARAM_SIZE, "32KiB", "10KiB", "1MiB", "on-chip receive memory",
	  "assumed"),
	P("tx_prefetch", tx_prefetch, PARAM_U32, "8", "1", "64",
	  "transmit descriptors read at once (16 bytes each)", "assumed: two cache lines"),
	P("rx_prefetch", rx_prefetch, PARAM_U32, "8", "1", "64", "receive descriptors read at once",
	  "assumed: two cache lines"),
	P("tx_burst", tx_burst, PARAM_SIZE, "6KiB", "64B", "64KiB", "data read at once with TSO",
	  "assumed"),
	P("tx_reads", tx_reads, PARAM_U32, "4", "1", "32", "data reads in flight", "assumed"),
	P("cut_through", cut_through, PARAM_SIZE, "0B", "0B", "9KiB",
	  "start to send after so many bytes when no checksum is asked for; 0: after all",
	  "assumed"),
	P("rx_retry", rx_retry_ps, PARAM_TIME, "20us", "100ns", "10ms",
	  "how often a missing receive descriptor is looked for", "assumed"),
	P("rx_writes", rx_writes, PARAM_U32, "8", "1", "64", "frames on their way to memory",
	  "assumed"),
	P("pause_high", pause_high, PARAM_SIZE, "24KiB", "0B", "1MiB",
	  "receive FIFO level at which pause is asked for (if enabled)", "assumed"),
	P("pause_low", pause_low, PARAM_SIZE, "8KiB", "0B", "1MiB", "and lifted again", "assumed"),
	P("phy_address", phy_address, PARAM_U32, "1", "0", "31", "PHY's address on MII", "assumed"),
	P("autoneg", autoneg_ps, PARAM_TIME, "2ms", "0ns", "10s", "autonegotiation takes",
	  "assumed: shortened, 1.5 to 3 s on real PHYs"),
	P("mii_time", mii_ps, PARAM_TIME, "25.6us", "0ns", "10ms", "one MII access",
	  "derived: 64 bits at 2.5 MHz, IEEE 802.3 clause 22"),
	P("phy_reset", phy_reset_ps, PARAM_TIME, "1ms", "0ns", "1s", "PHY reset takes",
	  "assumed; IEEE 802.3 clause 22 allows 500 ms"),
	P("partner_pause", partner_pause, PARAM_BOOL, "on", NULL, NULL,
	  "the link partner advertises flow control", "assumed: most switches and NICs do"),
	P("strict", strict, PARAM_BOOL, "off", NULL, NULL,
	  "an access to an unknown register ends the run", "assumed"),
	{.name = NULL},
};

static const struct param_table fe_param_table = {
	.name = "nic.forcedeth",
	.help = "NVIDIA nForce Ethernet MAC (MCP79 class).",
	.params = params,
	.struct_size = sizeof(struct fe_params),
};

static const struct reg_def defs[] = {FE_REGS(REG_DEF)};

void fe_count(struct fe *fe, enum fe_reg stat, uint32_t n)
{
	fe->regs.value[stat] += n;
}

/* The rings' registers take effect when an engine next needs them. */
void fe_latch_rings(struct fe *fe)
{
	if (fe->tx_dirty)
		fe_tx_latch(fe);
	if (fe->rx_dirty)
		fe_rx_latch(fe);
	fe->tx_dirty = fe->rx_dirty = false;
}

void fe_ring_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	(void)old;
	(void)value;
	if (index != REG_RX_RING && index != REG_RX_RING_HIGH)
		fe->tx_dirty = true;
	if (index != REG_TX_RING && index != REG_TX_RING_HIGH)
		fe->rx_dirty = true;
}

static void txrx_reset(struct fe *fe)
{
	fe_tx_reset(fe);
	fe_rx_reset(fe);
	fe->tx_dirty = fe->rx_dirty = true;
}

void fe_txrx_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	fe->regs.value[index] = value & ~(uint32_t)(FE_CTL_KICK | FE_CTL_IDLE);
	if (value & FE_CTL_RESET) {
		if (!(old & FE_CTL_RESET))
			txrx_reset(fe);
		return;
	}
	if (value & FE_CTL_PREPARE)
		fe->regs.value[REG_SETUP5] |= FE_SETUP5_READY;
	if (!(value & FE_CTL_KICK))
		return;
	fe_latch_rings(fe);
	ring_kick(&fe->tx_ring);
	fe_rx_kick(fe);
}

uint32_t fe_txrx_read(void *dev, uint32_t index, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	return value | (tx_engine_idle(&fe->tx) ? FE_CTL_IDLE : 0);
}

/* Clears what the driver saves and restores around it. */
void fe_mac_reset_write(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	struct fe *fe = dev;

	(void)index;
	(void)old;
	if ((value & FE_MAC_RESET) != FE_MAC_RESET)
		return;
	txrx_reset(fe);
	fe->regs.value[REG_MAC_A] = 0;
	fe->regs.value[REG_MAC_B] = 0;
	fe->regs.value[REG_TX_POLL] = 0;
}

/* What the boot ROM has stored, low byte first. */
static void station_address(struct fe *fe)
{
	const uint8_t *m = fe->nic->mac;

	fe->regs.value[REG_MAC_A] = m[0] | m[1] << 8 | m[2] << 16 | (uint32_t)m[3] << 24;
	fe->regs.value[REG_MAC_B] = m[4] | m[5] << 8;
}

static char *fe_create(struct nic *n)
{
	struct fe *fe = xcalloc(1, sizeof(*fe));

	n->priv = fe;
	fe->nic = n;
	fe->p = n->params;
	regs_init(&fe->regs, n->name, fe, defs, sizeof(defs) / sizeof(defs[0]), FE_WINDOW,
		  &n->stats.reg_unknown);
	fe->regs.fatal = fe->p->strict;
	station_address(fe);
	fe_tx_init(fe);
	fe_rx_init(fe);
	fe_irq_init(fe);
	fe_phy_init(fe);
	nic_level(n, "tx_fifo", &fe->tx.fifo.used, "B", "transmit FIFO in use");
	nic_level(n, "rx_fifo", &fe->rx_fifo.used, "B", "receive FIFO in use");
	return NULL;
}

static void fe_free(struct nic *n)
{
	struct fe *fe = n->priv;

	sim_cancel(&fe->timer);
	sim_cancel(&fe->rx_retry);
	sim_cancel(&fe->phy.autoneg);
	tx_engine_reset(&fe->tx);
	ring_free(&fe->tx_ring);
	fe_rx_free(fe);
	regs_free(&fe->regs);
	free(fe);
}

static uint32_t fe_read(struct nic *n, uint32_t off, unsigned int bytes)
{
	struct fe *fe = n->priv;

	return regs_read(&fe->regs, off, bytes);
}

static void fe_write(struct nic *n, uint32_t off, uint32_t value, unsigned int bytes)
{
	struct fe *fe = n->priv;

	regs_write(&fe->regs, off, value, bytes);
}

static void fe_wire_free(struct nic *n)
{
	struct fe *fe = n->priv;

	tx_engine_wire_free(&fe->tx);
}

static void dump_ring(const char *name, const struct ring *r)
{
	fprintf(stderr,
		"  %s ring: %u descriptors, fetched %llu ready %llu taken %llu done %llu "
		"written %llu%s\n",
		name, r->count, (unsigned long long)r->fetched, (unsigned long long)r->ready,
		(unsigned long long)r->taken, (unsigned long long)r->done,
		(unsigned long long)r->written, r->starved ? ", starved" : "");
}

static void fe_dump(struct nic *n)
{
	struct fe *fe = n->priv;

	fprintf(stderr, "  irq status 0x%x mask 0x%x; tx fifo %llu, rx fifo %llu bytes\n",
		fe_reg(fe, REG_IRQ_STATUS), fe_reg(fe, REG_IRQ_MASK),
		(unsigned long long)fe->tx.fifo.used, (unsigned long long)fe->rx_fifo.used);
	dump_ring("tx", &fe->tx_ring);
	dump_ring("rx", &fe->rx_ring);
}

const struct nic_ops forcedeth_nic_ops = {
	.name = "forcedeth",
	.params = &fe_param_table,
	.create = fe_create,
	.reg_read = fe_read,
	.reg_write = fe_write,
	.eth_rx = fe_eth_rx,
	.rx_held = fe_rx_held,
	.eth_tx_done = fe_wire_free,
	.link_change = fe_link_change,
	.dump = fe_dump,
	.free = fe_free,
};
