/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the headers lie in a frame's bytes.  Private to offload*.c. */
#ifndef NICPATH_NIC_MODEL_OFFLOAD_INT_H
#define NICPATH_NIC_MODEL_OFFLOAD_INT_H

#include <stdbool.h>
#include <stdint.h>

struct frame;

struct byte_layout {
	uint32_t ip, l4, payload; /* offsets */
	uint32_t end;		  /* of the IP datagram */
	uint8_t proto;
};

/* False: not IPv4 with TCP or UDP, a fragment, or cut short. */
bool byte_layout(const uint8_t *b, uint32_t len, struct byte_layout *out);

static inline uint32_t be16(const uint8_t *b)
{
	return (uint32_t)b[0] << 8 | b[1];
}

static inline uint32_t be32(const uint8_t *b)
{
	return be16(b) << 16 | be16(b + 2);
}

static inline void put_be16(uint8_t *b, uint32_t v)
{
	b[0] = (uint8_t)(v >> 8);
	b[1] = (uint8_t)v;
}

static inline void put_be32(uint8_t *b, uint32_t v)
{
	put_be16(b, v >> 16);
	put_be16(b + 2, v & 0xffff);
}

#endif
