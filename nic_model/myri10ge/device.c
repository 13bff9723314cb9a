/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The card: SRAM window, commands, parameters.
 *
 * Called by: nic.c.  Calls: tx.c, rx.c, irq.c.
 * Models: firmware 1.4 as the 2.6.26 driver uses it with one slice: command block,
 * rings in SRAM, write-combined PIO, completion queue, interrupt data.
 * Leaves out: the firmware's own time (LANai cycles), several slices and RSS,
 * firmware loading, DMA test, multicast lists (all multicast is accepted).
 * Source: see mcp.h.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/myri10ge/mx_int.h"
#include "nic_model/wire.h"
#include "sim/check.h"

#define P(name_, field, type_, def_, min_, max_, help_, source_)                                   \
	{                                                                                          \
		.name = (name_), .type = (type_), .offset = offsetof(struct mx_params, field),     \
		.def = (def_), .min = (min_), .max = (max_), .help = (help_), .source = (source_)  \
	}

static const struct param params[] = {
	P("send_ring", send_ring, PARAM_SIZE, "16KiB", "1KiB", "256KiB",
	  "send requests in SRAM, 16 bytes each", "assumed: firmware 1.4 reports it at run time"),
	P("rx_ring", rx_ring, PARAM_SIZE, "8KiB", "1KiB", "256KiB",
	  "small, and big, receive buffers in SRAM, 8 bytes each",
	  "assumed: firmware 1.4 reports it at run time"),
	P("tx_fifo", tx_fifo, PARAM_SIZE, "64KiB", "20KiB", "1MiB", "SRAM for frames to send",
	  "assumed: part of 2 MiB"),
	P("rx_fifo", rx_fifo, PARAM_SIZE, "256KiB", "20KiB", "1MiB", "SRAM for received frames",
	  "assumed: part of 2 MiB"),
	P("tx_burst", tx_burst, PARAM_SIZE, "4KiB", "64B", "64KiB", "data read at once with TSO",
	  "published: the driver's tx_boundary 4096 (Linux 2.6.26 myri10ge.c)"),
	P("tx_reads", tx_reads, PARAM_U32, "8", "1", "32", "data reads in flight", "assumed"),
	P("rx_writes", rx_writes, PARAM_U32, "32", "1", "64", "frames on their way to memory",
	  "assumed"),
	P("done_when_read", done_when_read, PARAM_BOOL, "on", NULL, NULL,
	  "a packet counts as sent once it is in SRAM", "assumed"),
	{.name = NULL},
};

static const struct param_table mx_param_table = {
	.name = "nic.myri10ge",
	.help = "Myricom Myri-10G with Ethernet firmware.",
	.params = params,
	.struct_size = sizeof(struct mx_params),
};

/* --- commands --- */

static void mx_reset(struct mx *mx)
{
	mx->up = false;
	mx_tx_reset(mx);
	mx_rx_reset(mx);
	mx_irq_reset(mx);
}

static uint32_t query(const struct mx *mx, uint32_t cmd)
{
	switch (cmd) {
	case MX_CMD_GET_VERSION:
		return 1 << 16 | 4;
	case MX_CMD_GET_SEND_OFFSET:
		return MX_SEND;
	case MX_CMD_GET_SMALL_OFFSET:
		return MX_RX_SMALL;
	case MX_CMD_GET_BIG_OFFSET:
		return MX_RX_BIG;
	case MX_CMD_GET_CLAIM_OFFSET:
		return MX_IRQ_CLAIM;
	case MX_CMD_GET_DEASSERT_OFFSET:
		return MX_IRQ_DEASSERT;
	case MX_CMD_GET_COAL_OFFSET:
		return MX_COAL_DELAY;
	case MX_CMD_GET_SEND_RING_SIZE:
		return (uint32_t)mx->p->send_ring;
	case MX_CMD_GET_RX_RING_SIZE:
		return (uint32_t)mx->p->rx_ring;
	default:
		return 0;
	}
}

static void set_mac(struct mx *mx, uint32_t high, uint32_t low)
{
	uint8_t b[4];

	mx_put32(b, high);
	memcpy(mx->mac, b, 4);
	mx_put16(mx->mac + 4, low);
}

static void set_flow(struct mx *mx, bool on)
{
	mx->flow_control = on;
	if (mx->nic->port)
		wire_honour_pause(mx->nic->port, on);
}

/* Commands that change something; false: unknown. */
static bool obey(struct mx *mx, uint32_t cmd, const uint32_t data[3])
{
	switch (cmd) {
	case MX_CMD_RESET:
		mx_reset(mx);
		break;
	case MX_CMD_SET_INTRQ_DMA:
		mx->intrq = (uint64_t)data[1] << 32 | data[0];
		break;
	case MX_CMD_SET_BIG_SIZE:
		mx->big_bytes = data[0];
		break;
	case MX_CMD_SET_SMALL_SIZE:
		mx->small_bytes = data[0];
		break;
	case MX_CMD_SET_INTRQ_SIZE:
		mx->intrq_slots = data[0] / MX_SLOT_BYTES;
		break;
	case MX_CMD_UP:
		mx->up = true;
		mx_cause(mx, MX_CAUSE_LINK); /* tells the state of the link */
		break;
	case MX_CMD_DOWN:
		mx->up = false;
		break;
	case MX_CMD_SET_MTU:
		mx->mtu = data[0];
		break;
	case MX_CMD_SET_STATS_INTERVAL:
		break;
	case MX_CMD_SET_STATS_DMA:
		mx->stats = (uint64_t)data[1] << 32 | data[0];
		break;
	case MX_CMD_PROMISC_ON:
		mx->promisc = true;
		break;
	case MX_CMD_PROMISC_OFF:
		mx->promisc = false;
		break;
	case MX_CMD_SET_MAC:
		set_mac(mx, data[0], data[1]);
		break;
	case MX_CMD_FLOW_ON:
		set_flow(mx, true);
		break;
	case MX_CMD_FLOW_OFF:
		set_flow(mx, false);
		break;
	default:
		return cmd > MX_CMD_NONE && cmd < MX_COMMANDS;
	}
	return true;
}

struct response {
	struct mx *mx;
	uint64_t addr;
	uint8_t bytes[8];
};

static void respond(void *arg)
{
	struct response *r = arg;

	r->mx->nic->space->write(r->mx->nic->space->arg, r->addr, r->bytes, 8);
	free(r);
}

/* The block is complete: act, and write data and result to the host. */
static void command(struct mx *mx)
{
	const uint8_t *b = mx->command;
	uint32_t cmd = mx_get32(b);
	uint32_t data[3] = {mx_get32(b + 4), mx_get32(b + 8), mx_get32(b + 12)};
	struct response *r = xmalloc(sizeof(*r));

	r->mx = mx;
	r->addr = (uint64_t)mx_get32(b + 16) << 32 | mx_get32(b + 20);
	mx_put32(r->bytes, query(mx, cmd));
	mx_put32(r->bytes + 4, obey(mx, cmd, data) ? MX_OK : MX_UNKNOWN);
	nic_dma_write(mx->nic, r->addr, 8, respond, r);
}

/* --- window --- */

static void strange(struct mx *mx, const char *what, uint32_t off)
{
	if (mx->nic->stats.reg_unknown++ < 10)
		fprintf(stderr, "%s: %s at 0x%x: nothing there\n", mx->nic->name, what, off);
}

static void given(struct mx *mx, struct mx_rx_ring *r, uint32_t off, uint32_t len)
{
	uint32_t slot = (off - r->sram) / MX_RX_BYTES;
	uint32_t last = (off + len - 1 - r->sram) / MX_RX_BYTES;

	for (; slot <= last; slot++)
		mx_rx_given(mx, r, slot);
}

/* Words with an effect of their own. */
static void control(struct mx *mx, uint32_t off)
{
	switch (off) {
	case MX_IRQ_CLAIM:
	case MX_IRQ_CLAIM + 4:
		mx_claim(mx, (off - MX_IRQ_CLAIM) / 4);
		break;
	case MX_IRQ_DEASSERT:
		mx_deassert(mx);
		break;
	case MX_COAL_DELAY:
		mx->moderation.absolute_ps = mx_get32(mx->sram + off) * 1000000ull;
		break;
	default:
		strange(mx, "write", off);
	}
}

static void mx_mem_write(struct nic *n, uint32_t off, const void *buf, uint32_t len)
{
	struct mx *mx = n->priv;

	if (off >= MX_COMMAND && off + len <= MX_COMMAND + sizeof(mx->command)) {
		memcpy(mx->command + (off - MX_COMMAND), buf, len);
		if (off + len == MX_COMMAND + sizeof(mx->command))
			command(mx);
		return;
	}
	if (off + len > MX_SRAM) {
		strange(mx, "write", off);
		return;
	}
	memcpy(mx->sram + off, buf, len);
	if (off >= MX_SEND && off + len <= MX_SEND + mx->p->send_ring)
		mx_tx_look(mx);
	else if (off >= MX_RX_SMALL && off + len <= MX_RX_SMALL + mx->p->rx_ring)
		given(mx, &mx->small, off, len);
	else if (off >= MX_RX_BIG && off + len <= MX_RX_BIG + mx->p->rx_ring)
		given(mx, &mx->big, off, len);
	else
		control(mx, off);
}

/* The driver writes big-endian words as they are in memory. */
static void mx_write(struct nic *n, uint32_t off, uint32_t value, unsigned int bytes)
{
	mx_mem_write(n, off, &value, bytes);
}

static uint32_t mx_read(struct nic *n, uint32_t off, unsigned int bytes)
{
	struct mx *mx = n->priv;
	uint32_t value = 0xffffffff;

	if (bytes == 4 && off + 4 <= MX_SRAM)
		memcpy(&value, mx->sram + off, 4);
	else
		strange(mx, "read", off);
	return value;
}

static void mx_wire_free(struct nic *n)
{
	struct mx *mx = n->priv;

	tx_engine_wire_free(&mx->tx);
}

static char *mx_create(struct nic *n)
{
	struct mx *mx = xcalloc(1, sizeof(*mx));

	n->priv = mx;
	mx->nic = n;
	mx->p = n->params;
	mx->sram = xcalloc(1, MX_SRAM);
	memcpy(mx->mac, n->mac, 6);
	mx_tx_init(mx);
	mx_rx_init(mx);
	mx_irq_init(mx);
	if ((mx->send_slots & (mx->send_slots - 1)) || (mx->rx_slots & (mx->rx_slots - 1)))
		return err_fmt("send_ring and rx_ring must be powers of two");
	nic_level(n, "tx_fifo", &mx->tx.fifo.used, "B", "transmit memory in use");
	nic_level(n, "rx_fifo", &mx->rx_fifo.used, "B", "receive memory in use");
	return NULL;
}

static void mx_free(struct nic *n)
{
	struct mx *mx = n->priv;

	sim_cancel(&mx->irq_due);
	tx_engine_reset(&mx->tx);
	mx_rx_free(mx);
	free(mx->sram);
	free(mx);
}

static void mx_dump(struct nic *n)
{
	struct mx *mx = n->priv;

	fprintf(stderr,
		"  %s; send slot %u, %u packets done; tx fifo %llu, rx fifo %llu bytes; "
		"tokens: receive %d, interrupt %d\n",
		mx->up ? "up" : "down", mx->send_next, mx->send_done,
		(unsigned long long)mx->tx.fifo.used, (unsigned long long)mx->rx_fifo.used,
		mx->rx_token, mx->irq_token);
}

const struct nic_ops myri10ge_nic_ops = {
	.name = "myri10ge",
	.params = &mx_param_table,
	.create = mx_create,
	.reg_read = mx_read,
	.reg_write = mx_write,
	.mem_write = mx_mem_write,
	.eth_rx = mx_eth_rx,
	.rx_held = mx_rx_held,
	.eth_tx_done = mx_wire_free,
	.link_change = mx_link_change,
	.dump = mx_dump,
	.free = mx_free,
};
