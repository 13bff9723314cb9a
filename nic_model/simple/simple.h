/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The simplest NIC that works: one transmit and one receive ring with tail registers,
 * one interrupt.  It is the example of docs/nic.md and the device of the bus tests.
 *
 * A descriptor is 16 bytes: address (8), length (4), flags (4), little-endian.  The
 * host writes descriptors, then the tail; the device moves the head.  Transmit
 * descriptors are not written back (the host reads TX_HEAD); receive descriptors
 * are, with length and SIMPLE_DONE.
 */
#ifndef NICPATH_NIC_MODEL_SIMPLE_SIMPLE_H
#define NICPATH_NIC_MODEL_SIMPLE_SIMPLE_H

#include "nic_model/nic.h"
#include "nic_model/reg.h"

extern const struct nic_ops simple_nic_ops;

#define SIMPLE_DESC_BYTES 16u
#define SIMPLE_DONE	  (1u << 31)

#define SIMPLE_TX_ENABLE 1u /* CTRL */
#define SIMPLE_RX_ENABLE 2u
#define SIMPLE_IRQ_TX	 1u /* IRQ_CAUSE, IRQ_MASK */
#define SIMPLE_IRQ_RX	 2u

/* The hooks are static functions of device.c. */
/* clang-format off */
#define SIMPLE_REGS(R)                                                                     \
	R(CTRL, 0x00, 4, 1, 0, 0, 0, 0, NULL, write_ctrl, "enables")                       \
	R(STATUS, 0x04, 4, 1, 0, 0xffffffff, 0, 0, read_status, NULL, "1: link is up")      \
	R(IRQ_CAUSE, 0x08, 4, 1, 0, 0, 3, 0, NULL, NULL, "cleared by writing ones")        \
	R(IRQ_MASK, 0x0c, 4, 1, 0, 0, 0, 0, NULL, NULL, "causes that interrupt")           \
	R(THROTTLE, 0x10, 4, 1, 0, 0, 0, 0, NULL, write_throttle, "ns between interrupts") \
	R(TX_BASE, 0x20, 4, 2, 0, 0, 0, 0, NULL, write_ring, "low, high")                  \
	R(TX_COUNT, 0x28, 4, 1, 0, 0, 0, 0, NULL, write_ring, "descriptors")               \
	R(TX_TAIL, 0x2c, 4, 1, 0, 0, 0, 0, NULL, write_tail, "behind the host's last")     \
	R(TX_HEAD, 0x30, 4, 1, 0, 0xffffffff, 0, 0, read_head, NULL, "behind the last sent") \
	R(RX_BASE, 0x40, 4, 2, 0, 0, 0, 0, NULL, write_ring, "low, high")                  \
	R(RX_COUNT, 0x48, 4, 1, 0, 0, 0, 0, NULL, write_ring, "descriptors")               \
	R(RX_TAIL, 0x4c, 4, 1, 0, 0, 0, 0, NULL, write_tail, "behind the host's last")     \
	R(RX_HEAD, 0x50, 4, 1, 0, 0xffffffff, 0, 0, read_head, NULL, "behind the last filled")
/* clang-format on */

/* Offsets by name. */
#define SIMPLE_OFFSET(name, offset, ...) SIMPLE_##name = (offset),
enum { SIMPLE_REGS(SIMPLE_OFFSET) };

#endif
