// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: device.c. Calls: kernel_data.c.
 * Models: nothing; connections are followed by their SYN and sequence numbers.
 * Leaves out: datagrams, data on a SYN, connections whose SYN went another way
 * Source: RFC 9293 (sequence numbers).
 */
#include "nic_model/linux/payload.h"

#include <stdlib.h>

#include "nic_model/linux/kernel_data.h"
#include "sim/check.h"

#define BUCKETS 1024u
#define HEAD	16u

struct direction {
	struct direction *next;
	uint32_t saddr, daddr, isn;
	uint16_t sport, dport;
	uint32_t stream; /* 0: not known yet */
	uint64_t top;	 /* furthest position so far */
};

static struct direction *table[BUCKETS];

static struct direction *direction_of(const struct hdrs *h, bool make)
{
	uint32_t key = (h->saddr * 31 + h->daddr) * 31 + (uint32_t)h->sport * 65599 + h->dport;
	struct direction **at = &table[key * 2654435761u >> 22], *d;

	for (d = *at; d; d = d->next)
		if (d->saddr == h->saddr && d->daddr == h->daddr && d->sport == h->sport &&
		    d->dport == h->dport)
			return d;
	if (!make)
		return NULL;
	d = xcalloc(1, sizeof(*d));
	*d = (struct direction){*at, h->saddr, h->daddr, 0, h->sport, h->dport, 0, 0};
	return *at = d;
}

/* Behind the headers, as their own lengths say. */
static const uint8_t *data_of(const struct frame *f)
{
	uint32_t at = hdrs_l2_len(&f->h);

	at += 4u * (f->bytes[at] & 15);
	at += 4u * (f->bytes[at + 12] >> 4);
	return at + f->pl.len <= f->len ? f->bytes + at : NULL;
}

void payload_name(struct frame *f)
{
	struct direction *d;
	const uint8_t *data;
	uint64_t pos;

	if (f->h.l4 != L4_TCP)
		return;
	d = direction_of(&f->h, f->h.flags & TCPF_SYN);
	if (d && (f->h.flags & TCPF_SYN))
		*d = (struct direction){d->next,  d->saddr, d->daddr, f->h.seq,
					d->sport, d->dport, 0,	      0};
	data = d && f->pl.len ? data_of(f) : NULL;
	if (!data || (f->h.flags & TCPF_SYN))
		return;
	pos = d->top + (uint64_t)(int64_t)(int32_t)(f->h.seq - d->isn - 1 - (uint32_t)d->top);
	if (!d->stream && pos == 0 && f->pl.len >= HEAD)
		d->stream = data_find(data);
	if (!d->stream)
		return;
	sim_assertf(data_check_again(d->stream, data, pos, f->pl.len),
		    "data broken: %u bytes at %llu of stream %u", f->pl.len,
		    (unsigned long long)pos, d->stream);
	f->pl.stream = d->stream;
	f->pl.pos = pos;
	if (pos + f->pl.len > d->top)
		d->top = pos + f->pl.len;
}
