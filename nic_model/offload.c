/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Segmentation and VLAN tags.
 * Called by: devices.  Calls: models/frame.
 * Models: lengths, identification, sequence, flags and checksums of each segment.
 * Leaves out: IPv6, IP options' repetition rules, tunnels.
 * Source: Microsoft NDIS "Large Send Offload" version 1 (what each field of a
 * segment becomes), Linux tcp_gso_segment for CWR, FIN and PSH.
 */
#include "nic_model/offload.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/offload_int.h"
#include "sim/check.h"

#define MIN_FRAME 60u
#define LAST_ONLY (TCPF_FIN | TCPF_PSH)

uint32_t tso_frames(uint32_t payload, uint32_t mss)
{
	return payload ? (payload + mss - 1) / mss : 1;
}

void tso_start(struct tso *t, struct frame *big, uint32_t mss)
{
	struct byte_layout at;

	*t = (struct tso){.big = big, .mss = mss ? mss : UINT32_MAX};
	if (big->bytes && byte_layout(big->bytes, big->len, &at)) {
		t->headers = at.payload;
		t->left = at.end - at.payload;
	} else {
		t->headers = hdrs_len(&big->h);
		t->left = big->pl.len;
	}
	if (big->bytes ? be16(big->bytes + 12) != 0x0800 && be16(big->bytes + 12) != 0x8100
		       : big->h.l4 != L4_TCP)
		t->mss = UINT32_MAX;
}

void tso_drop(struct tso *t)
{
	frame_free(t->big);
	t->big = NULL;
}

/* Headers of segment bytes: lengths, numbers, flags. */
static void patch(struct frame *f, const struct tso *t, bool last)
{
	struct byte_layout at;
	uint8_t *ip, *tcp;

	if (!byte_layout(f->bytes, f->len, &at))
		return;
	ip = f->bytes + at.ip;
	tcp = f->bytes + at.l4;
	put_be16(ip + 4, be16(ip + 4) + t->segment);
	put_be32(tcp + 4, be32(tcp + 4) + t->done);
	if (!last)
		tcp[13] &= (uint8_t)~LAST_ONLY;
	if (t->segment)
		tcp[13] &= (uint8_t)~TCPF_CWR;
}

static void cut_bytes(struct frame *f, const struct tso *t, uint32_t payload, bool last)
{
	uint32_t total = t->headers + payload;
	uint32_t l2 = be16(t->big->bytes + 12) == 0x8100 ? 18 : 14;

	f->bytes = xcalloc(1, f->len);
	memcpy(f->bytes, t->big->bytes, t->headers);
	memcpy(f->bytes + t->headers, t->big->bytes + t->headers + t->done, payload);
	put_be16(f->bytes + l2 + 2, total - l2);
	patch(f, t, last);
	offload_tx_csum(f);
}

/* Everything of a frame but its bytes and its place in a queue. */
static struct frame *copy_fields(const struct frame *big)
{
	struct frame *f = frame_new();

	*f = *big;
	f->bytes = NULL;
	f->next = NULL;
	return f;
}

static struct frame *whole(struct tso *t)
{
	struct frame *f = t->big;

	t->big = NULL;
	if (f->len < MIN_FRAME && !f->bytes)
		f->len = MIN_FRAME;
	return f;
}

struct frame *tso_next(struct tso *t)
{
	uint32_t payload;
	struct frame *f;
	bool last;

	if (!t->big)
		return NULL;
	if (t->done == 0 && t->left <= t->mss)
		return whole(t);
	payload = t->left < t->mss ? t->left : t->mss;
	last = payload == t->left;
	f = copy_fields(t->big);
	f->h.seq += t->done;
	f->h.ip_id = (uint16_t)(f->h.ip_id + t->segment);
	if (!last)
		f->h.flags &= (uint8_t)~LAST_ONLY;
	if (t->segment)
		f->h.flags &= (uint8_t)~TCPF_CWR;
	f->pl.pos += t->done;
	f->pl.len = payload;
	f->len = t->headers + payload < MIN_FRAME ? MIN_FRAME : t->headers + payload;
	if (t->big->bytes)
		cut_bytes(f, t, payload, last);
	t->done += payload;
	t->left -= payload;
	t->segment++;
	if (last)
		tso_drop(t);
	return f;
}

void offload_vlan_insert(struct frame *f, uint16_t tci)
{
	uint8_t *b;

	f->h.vlan = tci;
	f->len += 4;
	if (!f->bytes)
		return;
	b = xmalloc(f->len);
	memcpy(b, f->bytes, 12);
	put_be16(b + 12, 0x8100);
	put_be16(b + 14, tci);
	memcpy(b + 16, f->bytes + 12, f->len - 16);
	free(f->bytes);
	f->bytes = b;
}

uint16_t offload_vlan_strip(struct frame *f)
{
	uint16_t tci = f->h.vlan;

	if (f->bytes) {
		if (f->len < 18 || be16(f->bytes + 12) != 0x8100)
			return 0;
		tci = (uint16_t)be16(f->bytes + 14);
		memmove(f->bytes + 12, f->bytes + 16, f->len - 16);
	}
	if (!tci)
		return 0;
	f->h.vlan = 0;
	f->len -= 4;
	return tci;
}
