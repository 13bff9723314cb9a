/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Software segmentation of a large packet just before the driver.
 *
 * Called by: dev_hard_xmit
 * Calls: pkt_alloc, the driver
 * Models: skb_segment: a new sk_buff and header copy a segment, page
 *	references shared by fragments; the original is freed after the last
 * Leaves out: checksumming for devices without NETDEV_CSUM
 * Source: Linux net/core/dev.c dev_gso_segment, net/core/skbuff.c skb_segment,
 *	v2.6.26
 */
#include "models/tx/gso.h"

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/slab.h"
#include "models/path.h"

/* References the page fragments that hold payload bytes off..off+len of p. */
static void share_frags(struct pkt *seg, const struct pkt *p, uint32_t off, uint32_t len)
{
	const struct pkt_data *d = p->data;
	uint32_t start = d->linear;
	struct slab_allocator *a = host_slab(p->net->host);

	for (unsigned int i = 0; i < d->nr_frags && len; i++) {
		uint32_t flen = d->frag[i].len;

		if (off < start + flen) {
			uint32_t at = off - start;
			uint32_t take = flen - at < len ? flen - at : len;

			page_get(a, d->frag[i].addr);
			pkt_add_frag(seg, d->frag[i].addr + at, take);
			off += take;
			len -= take;
		}
		start += flen;
	}
}

static struct pkt *segment(struct pkt *p, uint32_t off)
{
	uint32_t len = p->pl.len - off < p->gso_size ? p->pl.len - off : p->gso_size;
	uint32_t linear = off < p->data->linear ? p->data->linear - off : 0;
	bool last = off + len == p->pl.len;

	if (linear > len)
		linear = len;
	struct pkt *s = pkt_alloc(p->net, hdrs_len(&p->h) + linear, false);

	kfn_units(1);
	s->h = p->h;
	s->h.seq += off;
	s->h.ip_id = (uint16_t)(p->h.ip_id + off / p->gso_size);
	if (!last)
		s->h.flags &= (uint8_t) ~(TCPF_FIN | TCPF_PSH);
	s->pl = (struct payload){p->pl.stream, len, p->pl.pos + off};
	s->dev = p->dev;
	s->queue = p->queue;
	s->born = p->born;
	s->csum_partial = p->csum_partial;
	s->data->linear = linear;
	mem_read(pkt_hdr_addr(p), hdrs_len(&p->h));
	mem_write(pkt_hdr_addr(s), hdrs_len(&p->h));
	if (linear)
		mem_copy(pkt_hdr_addr(s) + hdrs_len(&p->h), pkt_hdr_addr(p) + hdrs_len(&p->h) + off,
			 linear);
	share_frags(s, p, off + linear, len - linear);
	return s;
}

enum netdev_tx gso_xmit(struct pkt *p, struct netdev_txq *q)
{
	struct netdev *d = p->dev;
	KFN(skb_segment);

	/* cb[3]: payload bytes already sent of a packet that met a full ring. */
	while (p->cb[3] < p->pl.len) {
		struct pkt *s = segment(p, p->cb[3]);
		uint32_t sent = s->pl.len;

		path_at(STAGE_dev_xmit, s);
		if (txq_stopped(q) || d->ops->start_xmit(d, q, s) == NETDEV_TX_BUSY) {
			pkt_free(s, PKT_END_MERGED);
			return NETDEV_TX_BUSY;
		}
		p->cb[3] += sent;
	}
	p->cb[3] = 0;
	pkt_free(p, PKT_END_SENT);
	return NETDEV_TX_OK;
}
