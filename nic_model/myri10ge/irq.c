/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupts of the Myri-10G firmware: causes gather for intr_coal_delay from the
 * first on; then, if the host has given the interrupt token back, the interrupt data
 * are written to the host, `valid` in them, and an interrupt follows.  Received frames
 * count only while the firmware holds the receive token, which the host returns when
 * its poll has run dry.
 *
 * Called by: tx.c, rx.c, device.c.  Calls: DMA, msix.
 * Models: tokens, coalescing, MSI; INTx with the line and `valid` taken back.
 * Leaves out: statistics every stats interval (they come with interrupts).
 * Source: see mcp.h.
 */
#include "nic_model/myri10ge/mx_int.h"

#include <string.h>

#include "nic_model/wire.h"

static bool has_cause(const struct mx *mx)
{
	return mx->tx_pending || mx->stats_changed || (mx->rx_pending && mx->rx_token);
}

static void fill(struct mx *mx, uint8_t b[MX_IRQ_BYTES], uint8_t valid)
{
	memset(b, 0, MX_IRQ_BYTES);
	mx_put32(b + MX_I_SEND_DONE, mx->send_done);
	mx_put32(b + MX_I_LINK_UP, mx->nic->port && wire_is_up(mx->nic->port));
	mx_put32(b + MX_I_OVERFLOW, mx->overflow);
	mx_put32(b + MX_I_NO_SMALL, (uint32_t)mx->small.starved);
	mx_put32(b + MX_I_NO_BIG, (uint32_t)mx->big.starved);
	b[MX_I_UPDATED] = mx->stats_changed;
	b[MX_I_VALID] = valid;
}

/* The data are visible: the message may follow. */
static void data_written(void *arg)
{
	struct mx *mx = arg;
	uint8_t b[MX_IRQ_BYTES], valid = MX_VALID_ANY;

	if (mx->rx_pending && mx->rx_token) {
		valid |= MX_VALID_RX;
		mx->rx_token = false;
		mx->rx_pending = false;
	}
	fill(mx, b, valid);
	mx->tx_pending = mx->stats_changed = false;
	mx->nic->space->write(mx->nic->space->arg, mx->stats, b, MX_IRQ_BYTES);
	if (nic_irq_kind(mx->nic) == NIC_INTX)
		nic_irq_level(mx->nic, true);
	else
		nic_irq(mx->nic, 0);
}

static void try(struct mx *mx);

static void due(void *arg)
{
	try(arg);
}

/* Interrupts if one is due and allowed; otherwise arms for the moment. */
static void try(struct mx *mx)
{
	uint64_t at = moderation_due(&mx->moderation), now = sim_now().ps;

	if (!mx->up || !mx->stats || !mx->irq_token || !has_cause(mx))
		return;
	if (at != MODERATION_NEVER && at > now) {
		sim_at(&mx->irq_due, SIM_PS(at));
		return;
	}
	mx->irq_token = false;
	moderation_fired(&mx->moderation, now);
	nic_dma_write(mx->nic, mx->stats, MX_IRQ_BYTES, data_written, mx);
}

void mx_cause(struct mx *mx, enum mx_cause cause)
{
	if (cause == MX_CAUSE_RX)
		mx->rx_pending = true;
	else if (cause == MX_CAUSE_TX)
		mx->tx_pending = true;
	else
		mx->stats_changed = true;
	moderation_cause(&mx->moderation, sim_now().ps);
	if (!sim_pending(&mx->irq_due))
		try(mx);
}

void mx_claim(struct mx *mx, unsigned int token)
{
	if (token == 0)
		mx->rx_token = true;
	else
		mx->irq_token = true;
	try(mx);
}

static void valid_cleared(void *arg)
{
	struct mx *mx = arg;
	uint8_t none = 0;

	mx->nic->space->write(mx->nic->space->arg, mx->stats + MX_I_VALID, &none, 1);
}

void mx_deassert(struct mx *mx)
{
	nic_irq_level(mx->nic, false);
	nic_dma_write(mx->nic, mx->stats + MX_I_VALID, 1, valid_cleared, mx);
}

void mx_link_change(struct nic *n, bool up)
{
	(void)up;
	mx_cause(n->priv, MX_CAUSE_LINK);
}

void mx_irq_reset(struct mx *mx)
{
	sim_cancel(&mx->irq_due);
	mx->rx_token = mx->irq_token = true;
	mx->rx_pending = mx->tx_pending = mx->stats_changed = false;
	mx->moderation.causes = 0;
}

void mx_irq_init(struct mx *mx)
{
	sim_event_init(&mx->irq_due, "mx.irq", SIM_PRIO_HW, due, mx);
	mx_irq_reset(mx);
}
