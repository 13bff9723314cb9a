/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: drivers' receive paths.  Calls: packets, netif_receive.
 * Models: lro_receive_frags: header check, search of the descriptors, sequence and
 * option check, new packet or one more fragment, flush when full or out of order.
 * Leaves out: VLAN groups, the skb-based variant.
 * Source: Linux 2.6.26 net/ipv4/inet_lro.c.
 */
#include "nic_model/lro.h"

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/slab.h"
#include "models/netdev.h"
#include "models/path.h"

#define MUST_NOT	(TCPF_FIN | TCPF_SYN | TCPF_RST | TCPF_PSH | TCPF_ECE | TCPF_CWR)
#define PAGE_ALLOC_HEAD 80u /* headers, alignment and room */

void lro_init(struct lro_mgr *m, struct netdev *dev, uint64_t addr, uint32_t descs,
	      uint32_t max_aggr)
{
	*m = (struct lro_mgr){.dev = dev, .addr = addr, .descs = descs, .max_aggr = max_aggr};
	if (m->descs > LRO_DESCS_MAX)
		m->descs = LRO_DESCS_MAX;
	if (m->max_aggr > PKT_MAX_FRAGS)
		m->max_aggr = PKT_MAX_FRAGS;
}

/* lro_flush() */
static void flush(struct lro_mgr *m, struct lro_desc *d)
{
	struct pkt *p = d->parent;
	KFN(lro_flush);

	if (d->segs > 1) {
		/* Lengths and checksum of the headers are brought up to date. */
		mem_rw(pkt_hdr_addr(p), hdrs_len(&p->h));
		p->gso_size = (uint16_t)d->mss;
		p->gso_segs = (uint16_t)d->segs;
	}
	mem_write(m->addr + 64ull * (uint32_t)(d - m->desc), 64);
	d->parent = NULL;
	m->flushed++;
	netif_receive(p);
}

void lro_flush_all(struct lro_mgr *m)
{
	uint32_t i;
	KFN(lro_flush_all);

	for (i = 0; i < m->descs; i++) {
		kfn_units(1);
		mem_read(m->addr + 64ull * i, 8);
		if (m->desc[i].parent)
			flush(m, &m->desc[i]);
	}
}

struct pkt *lro_gen_pkt(struct netdev *dev, const struct lro_frag *f)
{
	uint32_t headers = hdrs_len(&f->frame->h);
	struct pkt *p;
	KFN(lro_gen_skb);

	p = pkt_alloc(dev->net, PAGE_ALLOC_HEAD, false);
	p->h = f->frame->h;
	p->pl = f->frame->pl;
	p->born = f->frame->born;
	p->hash = f->frame->rss_hash;
	p->dev = dev;
	p->csum_ok = f->csum_ok;
	mem_copy(pkt_hdr_addr(p), f->addr, headers);
	p->data->linear = 0;
	if (f->frame->pl.len)
		pkt_add_frag(p, f->addr + headers, f->frame->pl.len);
	else
		page_put(host_slab(dev->net->host), f->addr & ~(uint64_t)4095);
	path_at(STAGE_driver_rx, p);
	eth_type(p, dev);
	return p;
}

/* lro_tcp_ip_check() */
static bool mergeable(const struct lro_frag *f, const struct lro_desc *d)
{
	const struct hdrs *h = &f->frame->h;
	KFN(lro_tcp_ip_check);

	if (h->l4 != L4_TCP || !f->frame->pl.len || !f->csum_ok)
		return false;
	if (!(h->flags & TCPF_ACK) || (h->flags & MUST_NOT) || h->sacks || h->mss)
		return false;
	return !d || (d->parent->h.ts == h->ts && (int32_t)(h->tsval - d->parent->h.tsval) >= 0);
}

static bool same_flow(const struct hdrs *a, const struct hdrs *b)
{
	return a->saddr == b->saddr && a->daddr == b->daddr && a->sport == b->sport &&
	       a->dport == b->dport;
}

/* The flow's descriptor, else a free one, else NULL; *found tells which. */
static struct lro_desc *search(struct lro_mgr *m, const struct hdrs *h, bool *found)
{
	struct lro_desc *free_one = NULL;
	uint32_t i;

	*found = false;
	for (i = 0; i < m->descs; i++) {
		struct lro_desc *d = &m->desc[i];

		kfn_units(1);
		mem_read(m->addr + 64ull * i, 32);
		if (d->parent && same_flow(&d->parent->h, h)) {
			*found = true;
			return d;
		}
		if (!d->parent && !free_one)
			free_one = d;
	}
	return free_one;
}

static void begin(struct lro_mgr *m, struct lro_desc *d, const struct lro_frag *f)
{
	d->parent = lro_gen_pkt(m->dev, f);
	d->next_seq = f->frame->h.seq + f->frame->pl.len;
	d->segs = 1;
	d->mss = f->frame->pl.len;
	m->aggregated++;
	mem_write(m->addr + 64ull * (uint32_t)(d - m->desc), 64);
}

/* lro_add_frags() */
static void append(struct lro_mgr *m, struct lro_desc *d, const struct lro_frag *f)
{
	struct pkt *p = d->parent;
	const struct hdrs *h = &f->frame->h;
	KFN(lro_add_frags);

	pkt_add_frag(p, f->addr + hdrs_len(h), f->frame->pl.len);
	p->pl.len += f->frame->pl.len;
	p->h.ack = h->ack;
	p->h.window = h->window;
	p->h.tsval = h->tsval;
	p->h.tsecr = h->tsecr;
	m->dev->rx_packets++; /* eth_type() has counted the first */
	m->dev->rx_bytes += f->frame->len;
	d->next_seq += f->frame->pl.len;
	d->segs++;
	if (f->frame->pl.len > d->mss)
		d->mss = f->frame->pl.len;
	m->aggregated++;
	mem_rw(pkt_line(p, 1), 16);
	mem_write(m->addr + 64ull * (uint32_t)(d - m->desc), 64);
}

static void alone(struct lro_mgr *m, const struct lro_frag *f)
{
	struct pkt *p = lro_gen_pkt(m->dev, f);

	m->alone++;
	netif_receive(p);
}

void lro_receive(struct lro_mgr *m, const struct lro_frag *f)
{
	struct lro_desc *d;
	bool found;
	KFN(lro_receive_frags);

	KFN_RUN(myri10ge_get_frag_header);
	mem_read(f->addr, hdrs_len(&f->frame->h));
	d = f->frame->h.l4 == L4_TCP ? search(m, &f->frame->h, &found) : NULL;
	if (!d) {
		alone(m, f);
		return;
	}
	if (!found) {
		if (mergeable(f, NULL))
			begin(m, d, f);
		else
			alone(m, f);
		return;
	}
	if (d->next_seq != f->frame->h.seq || !mergeable(f, d)) {
		flush(m, d);
		alone(m, f);
		return;
	}
	append(m, d, f);
	if (d->segs >= m->max_aggr || d->parent->pl.len > 0xffff - m->dev->mtu)
		flush(m, d);
}
