/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Checksums of frames that have bytes.
 *
 * Called by: devices, the capture.  Calls: models/frame.
 * Models: IPv4 header, TCP and UDP checksums with pseudo header.
 * Leaves out: IPv6, SCTP.
 * Source: RFC 791, 768, 793, 1071.
 */
#include "nic_model/offload.h"

#include <string.h>

#include "nic_model/offload_int.h"

bool byte_layout(const uint8_t *b, uint32_t len, struct byte_layout *out)
{
	uint32_t ip = 14, ihl, total;

	if (len < 18)
		return false;
	if (be16(b + 12) == 0x8100)
		ip = 18;
	if (len < ip + 20 || be16(b + ip - 2) != 0x0800 || b[ip] >> 4 != 4)
		return false;
	ihl = (b[ip] & 15u) * 4;
	total = be16(b + ip + 2);
	/* A segmentation template longer than 64 KiB says 0 there. */
	if (!total || ip + total > len)
		total = len - ip;
	out->proto = b[ip + 9];
	out->ip = ip;
	out->l4 = ip + ihl;
	out->end = ip + total;
	if (ihl < 20 || (be16(b + ip + 6) & 0x3fff) || out->l4 + 8 > out->end)
		return false;
	if (out->proto == L4_UDP) {
		out->payload = out->l4 + 8;
		return true;
	}
	if (out->proto != L4_TCP || out->l4 + 20 > out->end)
		return false;
	out->payload = out->l4 + (b[out->l4 + 12] >> 4) * 4u;
	return out->payload >= out->l4 + 20 && out->payload <= out->end;
}

/* One's complement sum in the machine's order, folded to 16 bits, big-endian. */
static uint32_t sum_bytes(const uint8_t *b, uint32_t len)
{
	uint64_t sum = 0;
	uint32_t word;
	uint16_t half;

	for (; len >= 4; b += 4, len -= 4) {
		memcpy(&word, b, 4);
		sum += word;
	}
	if (len >= 2) {
		memcpy(&half, b, 2);
		sum += half;
		b += 2;
		len -= 2;
	}
	if (len) {
		half = 0;
		memcpy(&half, b, 1);
		sum += half;
	}
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	half = (uint16_t)sum;
	return be16((const uint8_t *)&half);
}

static uint32_t fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum;
}

/* Of the L4 part with its pseudo header, the field included. */
static uint32_t l4_sum(const uint8_t *b, const struct byte_layout *at)
{
	uint32_t len = at->end - at->l4;

	return fold(sum_bytes(b + at->l4, len) + sum_bytes(b + at->ip + 12, 8) + at->proto +
		    (len >> 16) + (len & 0xffff));
}

void offload_tx_csum(struct frame *f)
{
	struct byte_layout at;
	uint8_t *field;
	uint32_t sum;

	if (!f->bytes || !byte_layout(f->bytes, f->len, &at))
		return;
	put_be16(f->bytes + at.ip + 10, 0);
	put_be16(f->bytes + at.ip + 10, ~sum_bytes(f->bytes + at.ip, at.l4 - at.ip) & 0xffff);
	field = f->bytes + at.l4 + (at.proto == L4_TCP ? 16 : 6);
	put_be16(field, 0);
	sum = ~l4_sum(f->bytes, &at) & 0xffff;
	put_be16(field, at.proto == L4_UDP && !sum ? 0xffff : sum);
}

bool offload_rx_csum_ok(const struct frame *f)
{
	struct byte_layout at;

	if (f->bad)
		return false;
	if (!f->bytes)
		return f->h.l4 == L4_TCP || f->h.l4 == L4_UDP;
	if (!byte_layout(f->bytes, f->len, &at))
		return false;
	if (sum_bytes(f->bytes + at.ip, at.l4 - at.ip) != 0xffff)
		return false;
	if (at.proto == L4_UDP && !be16(f->bytes + at.l4 + 6))
		return false; /* sender computed none: nothing verified */
	return l4_sum(f->bytes, &at) == 0xffff;
}
