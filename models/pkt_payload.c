/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a packet's payload bytes lie. */
#include "models/pkt.h"

#include "sim/check.h"

static uint64_t own_payload_addr(const struct pkt *p, uint32_t off, uint32_t *len)
{
	const struct pkt_data *d = p->data;

	if (off < d->linear) {
		*len = d->linear - off;
		return pkt_hdr_addr(p) + hdrs_len(&p->h) + off;
	}
	off -= d->linear;
	for (unsigned int i = 0; i < d->nr_frags; i++) {
		if (off < d->frag[i].len) {
			*len = d->frag[i].len - off;
			return d->frag[i].addr + off;
		}
		off -= d->frag[i].len;
	}
	*len = 0;
	return 0;
}

static uint32_t own_payload_len(const struct pkt *p)
{
	uint32_t len = p->pl.len;

	for (const struct pkt *f = p->frag_list; f; f = f->next)
		len -= f->pl.len;
	return len;
}

uint64_t pkt_payload_addr(const struct pkt *p, uint32_t off, uint32_t *len)
{
	uint32_t own = p->frag_list ? own_payload_len(p) : p->pl.len;
	uint64_t addr;

	if (off >= own) {
		off -= own;
		for (const struct pkt *f = p->frag_list; f; f = f->next) {
			if (off < f->pl.len)
				return own_payload_addr(f, off, len);
			off -= f->pl.len;
		}
	}
	addr = own_payload_addr(p, off, len);
	sim_assertf(*len, "payload byte %u of %u is nowhere in its packet", off, p->pl.len);
	return addr;
}
