/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Generic receive offload: segments of a TCP flow that follow each other
 * within one poll become one packet.
 *
 * Called by: napi_receive; napi_done (flush)
 * Calls: netif_receive, steering
 * Models: dev_gro_receive's list of held packets (MAX_GRO_SKBS), the flow
 *	match, what ends a merge (gap, flags, options, size, short segment),
 *	skb_gro_receive into page fragments or the frag_list, flush
 * Leaves out: GRO of anything but TCP over IPv4, list GRO, hash buckets (4.19)
 * Source: Linux net/core/dev.c, net/ipv4/tcp.c tcp_gro_receive, v2.6.37
 */
#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/slab.h"
#include "models/net_core.h"
#include "models/path.h"
#include "sim/check.h"

#define MAX_HELD     8
#define GRO_MAX_SIZE 65536

struct gro_list {
	struct pkt *held[MAX_HELD];
	unsigned int count;
};

struct gro_list *gro_list_new(struct net *n)
{
	(void)n;
	return xcalloc(1, sizeof(struct gro_list));
}

static bool same_flow(const struct hdrs *a, const struct hdrs *b)
{
	return a->saddr == b->saddr && a->daddr == b->daddr && a->sport == b->sport &&
	       a->dport == b->dport && a->vlan == b->vlan;
}

static bool can_hold(const struct pkt *p)
{
	return p->h.l4 == L4_TCP && p->pl.len && p->csum_ok && !p->h.sacks &&
	       !(p->h.flags & (TCPF_SYN | TCPF_FIN | TCPF_RST));
}

static bool follows(const struct pkt *head, const struct pkt *p)
{
	return head->h.seq + head->pl.len == p->h.seq && head->h.ack == p->h.ack &&
	       head->h.ts == p->h.ts && head->h.tsval == p->h.tsval &&
	       head->h.tsecr == p->h.tsecr && head->gso_size >= p->pl.len &&
	       pkt_len(head) + p->pl.len < GRO_MAX_SIZE;
}

static void up(struct napi *n, struct pkt *p)
{
	if (n->dev->net->core->rps_mask && steer_rps(p))
		return;
	netif_receive(p);
}

static void complete(struct napi *n, unsigned int i)
{
	struct pkt *p = n->gro->held[i];
	KFN(napi_gro_complete);

	mem_rw(pkt_shinfo_addr(p), 16);
	n->gro->held[i] = n->gro->held[--n->gro->count];
	up(n, p);
}

/* Moves p's data under head. False: head is full. */
static bool merge(struct pkt *head, struct pkt *p)
{
	struct pkt_data *hd = head->data, *pd = p->data;
	KFN(skb_gro_receive);

	mem_rw(pkt_shinfo_addr(head), 64);
	mem_rw(pkt_line(head, 1), 32);
	if (pd->linear == 0) {
		if (hd->nr_frags + pd->nr_frags > pkt_max_frags(head->net) - 1)
			return false;
		for (unsigned int i = 0; i < pd->nr_frags; i++)
			pkt_add_frag(head, pd->frag[i].addr, pd->frag[i].len);
		pd->nr_frags = 0;
		head->truesize += p->truesize;
		head->pl.len += p->pl.len;
		p->pl.len = 0;
		pkt_free(p, PKT_END_MERGED);
	} else {
		struct pkt **tail = &head->frag_list;

		while (*tail)
			tail = &(*tail)->next;
		*tail = p;
		p->next = NULL;
		mem_write(pkt_line(p, 0), 8);
		head->truesize += p->truesize;
		head->pl.len += p->pl.len;
	}
	head->gso_segs++;
	return true;
}

static int find(const struct napi *n, const struct pkt *p)
{
	for (unsigned int i = 0; i < n->gro->count; i++) {
		mem_read(pkt_hdr_addr(n->gro->held[i]) + 14, 40);
		if (same_flow(&n->gro->held[i]->h, &p->h))
			return (int)i;
	}
	return -1;
}

static bool try_merge(struct napi *n, struct pkt *p)
{
	uint8_t flags = p->h.flags;
	uint32_t len = p->pl.len;
	int at;
	KFN(tcp_gro_receive);

	at = find(n, p);
	if (at < 0)
		return false;
	struct pkt *head = n->gro->held[at];

	if (!can_hold(p) || !follows(head, p) || !merge(head, p)) {
		complete(n, (unsigned int)at);
		return false;
	}
	head->h.flags |= flags & TCPF_PSH;
	/* A short or pushed segment ends the merge. */
	if (len < head->gso_size || (flags & TCPF_PSH))
		complete(n, (unsigned int)at);
	return true;
}

static void hold(struct napi *n, struct pkt *p)
{
	if (n->gro->count == MAX_HELD)
		complete(n, 0);
	p->gso_size = (uint16_t)p->pl.len;
	p->gso_segs = 1;
	n->gro->held[n->gro->count++] = p;
}

void gro_receive(struct napi *n, struct pkt *p)
{
	KFN(dev_gro_receive);

	mem_read(pkt_hdr_addr(p), 54);
	path_at(STAGE_gro, p);
	if (p->h.l4 != L4_TCP) {
		up(n, p);
		return;
	}
	KFN_RUN(inet_gro_receive);
	if (try_merge(n, p))
		return;
	if (can_hold(p) && !(p->h.flags & TCPF_PSH))
		hold(n, p);
	else
		up(n, p);
}

void gro_flush(struct napi *n)
{
	while (n->gro->count)
		complete(n, 0);
}
