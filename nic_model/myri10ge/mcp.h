/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The interface between a Myri-10G driver and the firmware on the card, version
 * 1.4: commands, send requests, receive buffers, completions, interrupt data.
 * Everything in memory and SRAM is big-endian.
 *
 * Source: what Linux 2.6.26 drivers/net/myri10ge does with it.
 */
#ifndef NICPATH_NIC_MODEL_MYRI10GE_MCP_H
#define NICPATH_NIC_MODEL_MYRI10GE_MCP_H

#include <stdint.h>

/* Where things are on the card (the driver asks for all but the command block). */
#define MX_WINDOW	0x1000000u
#define MX_COMMAND	0xf80000u /* 64 bytes */
#define MX_SEND		0x040000u
#define MX_RX_SMALL	0x080000u
#define MX_RX_BIG	0x0c0000u
#define MX_IRQ_CLAIM	0x100000u /* two words: receive token, interrupt token */
#define MX_IRQ_DEASSERT 0x100010u
#define MX_COAL_DELAY	0x100020u /* us */
#define MX_SRAM		0x200000u

/* Command block: words cmd, data0, data1, data2, response address high, low. */
enum mx_command {
	MX_CMD_NONE,
	MX_CMD_RESET,
	MX_CMD_GET_VERSION,
	MX_CMD_SET_INTRQ_DMA, /* completions */
	MX_CMD_SET_BIG_SIZE,
	MX_CMD_SET_SMALL_SIZE,
	MX_CMD_GET_SEND_OFFSET,
	MX_CMD_GET_SMALL_OFFSET,
	MX_CMD_GET_BIG_OFFSET,
	MX_CMD_GET_CLAIM_OFFSET,
	MX_CMD_GET_DEASSERT_OFFSET,
	MX_CMD_GET_SEND_RING_SIZE, /* bytes */
	MX_CMD_GET_RX_RING_SIZE,
	MX_CMD_SET_INTRQ_SIZE,
	MX_CMD_UP,
	MX_CMD_DOWN,
	MX_CMD_SET_MTU,
	MX_CMD_GET_COAL_OFFSET,
	MX_CMD_SET_STATS_INTERVAL,
	MX_CMD_SET_STATS_DMA,
	MX_CMD_PROMISC_ON,
	MX_CMD_PROMISC_OFF,
	MX_CMD_SET_MAC,
	MX_CMD_FLOW_ON,
	MX_CMD_FLOW_OFF,
	MX_COMMANDS
};
enum { MX_OK, MX_UNKNOWN, MX_ERROR_RANGE }; /* result word of the response */

/* Send request, 16 bytes: addresses, then mss or checksum place and length, then flags. */
#define MX_REQ_BYTES 16u
enum {
	MX_R_HIGH = 0,
	MX_R_LOW = 4,
	MX_R_PSEUDO = 8,
	MX_R_LENGTH = 10,
	MX_R_COUNT = 13,
	MX_R_CSUM = 14,
	MX_R_FLAGS = 15
};
#define MX_F_SMALL    0x01u
#define MX_F_TSO_HDR  0x01u
#define MX_F_FIRST    0x02u
#define MX_F_CSUM     0x08u
#define MX_F_TSO_LAST 0x08u
#define MX_F_NO_TSO   0x10u
#define MX_F_TSO_CHOP 0x10u
#define MX_F_TSO_PLD  0x20u

#define MX_RX_BYTES   8u /* a receive buffer's address; low word all ones: not yet */
#define MX_RX_PAD     2u /* frames start behind it */
#define MX_SLOT_BYTES 4u /* completion: checksum, length */

/* Interrupt data, 40 bytes, written to the host with each interrupt. */
enum {
	MX_I_SEND_DONE = 0,
	MX_I_LINK_UP = 4,
	MX_I_NO_SMALL = 24,
	MX_I_NO_BIG = 28,
	MX_I_OVERFLOW = 8,
	MX_I_UPDATED = 38,
	MX_I_VALID = 39
};
#define MX_IRQ_BYTES 40u
#define MX_VALID_RX  1u
#define MX_VALID_ANY 2u

static inline uint32_t mx_get32(const uint8_t *b)
{
	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static inline uint32_t mx_get16(const uint8_t *b)
{
	return (uint32_t)b[0] << 8 | b[1];
}

static inline void mx_put16(uint8_t *b, uint32_t v)
{
	b[0] = (uint8_t)(v >> 8);
	b[1] = (uint8_t)v;
}

static inline void mx_put32(uint8_t *b, uint32_t v)
{
	mx_put16(b, v >> 16);
	mx_put16(b + 2, v & 0xffff);
}

#endif
