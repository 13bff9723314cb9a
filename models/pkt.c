/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sk_buffs: allocation, clones, release (their ledger: pkt_ledger.c).
 *
 * Called by: every stage, drivers
 * Calls: slab and page allocators, destructors of the owner
 * Models: __alloc_skb, skb_clone (with the fclone pair), pskb_copy, __kfree_skb,
 *	skb_release_data with the data's reference count in skb_shared_info,
 *	get_page and put_page of fragments, truesize by version
 * Leaves out: sk_buff extensions, secpath, conntrack, emergency pools, recycling
 * Source: Linux net/core/skbuff.c, v2.6.26 to v2.6.37; truesize with shared
 *	info: commit 87fb4b7b533a (3.2)
 */
#include "models/pkt.h"

#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/slab.h"
#include "models/path.h"
#include "models/pkt_int.h"
#include "sim/check.h"

struct fclone {
	struct fclone *next;
	uint64_t addr;
	uint8_t refs;
	bool busy; /* the companion is in use */
};

/* Host memory, shared by all hosts of the process. */
static struct pkt *pkt_pool;
union data_slot {
	struct pkt_data data;
	union data_slot *next; /* while it is free */
};
static union data_slot *data_pool;
static struct fclone *fclone_pool;

#define ALIGN64(x) (((x) + 63u) & ~63u)

static struct pkt *pkt_get(void)
{
	struct pkt *p = pkt_pool;

	if (!p)
		return xmalloc(sizeof(*p));
	pkt_pool = p->next;
	return p;
}

static void pkt_put(struct pkt *p)
{
	p->next = pkt_pool;
	pkt_pool = p;
}

static struct pkt_data *data_get(void)
{
	union data_slot *slot = data_pool;

	if (slot)
		data_pool = slot->next;
	else
		slot = xmalloc(sizeof(*slot));
	memset(slot, 0, offsetof(struct pkt_data, frag));
	slot->data.refs = 1;
	return &slot->data;
}

static void data_put(struct pkt_data *d)
{
	union data_slot *slot = (union data_slot *)d;

	slot->next = data_pool;
	data_pool = slot;
}

static struct fclone *fclone_get(uint64_t addr)
{
	struct fclone *f = fclone_pool;

	if (f)
		fclone_pool = f->next;
	else
		f = xmalloc(sizeof(*f));
	*f = (struct fclone){.addr = addr, .refs = 1};
	return f;
}

static struct pkt *pkt_init(struct net *n, uint64_t addr, struct pkt_data *d)
{
	struct pkt *p = pkt_get();

	memset(p, 0, sizeof(*p));
	p->net = n;
	p->addr = addr;
	p->data = d;
	p->users = 1;
	p->h.wscale = -1;
	n->ledger->live++;
	n->ledger->made++;
	return p;
}

uint32_t pkt_max_frags(const struct net *n)
{
	return n->ledger->b.max_frags;
}

uint32_t pkt_truesize(const struct net *n, uint32_t linear_bytes)
{
	const struct skb_behaviour *b = &n->ledger->b;
	uint32_t size = ALIGN64(linear_bytes);

	if (!b->full_truesize)
		return size + (uint32_t)b->bytes;
	return kmem_class(size + ALIGN64((uint32_t)b->shinfo)) + ALIGN64((uint32_t)b->bytes);
}

struct pkt *pkt_alloc(struct net *n, uint32_t linear_bytes, bool fclone)
{
	struct pkt_ledger *l = n->ledger;
	struct pkt_data *d = data_get();
	struct pkt *p;
	KFN(__alloc_skb);

	l->moving++;
	p = pkt_init(n, slab_alloc(fclone ? l->fclone_cache : l->head_cache), d);
	l->moving--;
	d->head_bytes = ALIGN64(linear_bytes) + (uint32_t)l->b.shinfo;
	d->head_addr = kmem_alloc(l->slab, d->head_bytes);
	d->rx_pad = (uint16_t)l->b.rx_pad;
	p->truesize = pkt_truesize(n, linear_bytes);
	mem_write(p->addr, (uint32_t)l->b.bytes);
	mem_write(pkt_shinfo_addr(p), 24);
	if (fclone) {
		p->fclone = true;
		p->pair = fclone_get(p->addr);
		mem_write(p->addr + SKB_SLOT + 128, 8); /* companion's state */
		mem_write(p->addr + 2 * SKB_SLOT - 8, 4);
	}
	return p;
}

struct pkt *pkt_wrap(struct net *n, uint64_t head_addr, uint32_t head_bytes)
{
	struct pkt_ledger *l = n->ledger;
	struct pkt_data *d = data_get();
	struct pkt *p;
	KFN(__alloc_skb);

	l->moving++;
	p = pkt_init(n, slab_alloc(l->head_cache), d);
	l->moving--;
	d->head_addr = head_addr;
	d->head_bytes = head_bytes;
	d->rx_pad = (uint16_t)l->b.rx_pad;
	p->truesize = head_bytes + (uint32_t)l->b.bytes;
	if (!l->b.full_truesize && head_bytes > l->b.shinfo)
		p->truesize -= (uint32_t)l->b.shinfo;
	mem_write(p->addr, (uint32_t)l->b.bytes);
	mem_write(pkt_shinfo_addr(p), 24);
	return p;
}

/* The clone's sk_buff: the pair's companion if it is free. */
static uint64_t clone_addr(struct pkt *p)
{
	struct fclone *f = p->fclone ? p->pair : NULL;

	if (!f || f->busy)
		return slab_alloc(p->net->ledger->head_cache);
	mem_rw(f->addr + SKB_SLOT + 128, 4);
	mem_atomic(f->addr + 2 * SKB_SLOT - 8);
	f->busy = true;
	f->refs++;
	return f->addr + SKB_SLOT;
}

static void copy_header(struct pkt *c, const struct pkt *p)
{
	uint32_t bytes = (uint32_t)p->net->ledger->b.bytes;
	KFN(__copy_skb_header);

	mem_read(p->addr, bytes);
	mem_write(c->addr, bytes);
}

/* c has p's contents so far: cuts what is not inherited. */
static void clone_fields(struct pkt *c, const struct pkt *p, uint64_t addr)
{
	*c = *p;
	c->next = c->prev = NULL;
	c->addr = addr;
	c->sk = NULL;
	c->destructor = NULL;
	c->charged = 0;
	c->users = 1;
	c->fclone = false;
	c->pair = NULL;
	c->net->ledger->live++;
	c->net->ledger->made++;
	if (c->dst_addr && !c->dst_noref)
		mem_atomic(c->dst_addr + DST_REFCNT_OFF);
}

struct pkt *pkt_clone(struct pkt *p)
{
	struct pkt *c = pkt_get();
	uint64_t addr;
	KFN(skb_clone);

	p->net->ledger->moving++;
	addr = clone_addr(p);
	clone_fields(c, p, addr);
	p->net->ledger->moving--;
	c->clone = true;
	c->cloned = p->cloned = true;
	if (p->fclone && addr == p->pair->addr + SKB_SLOT)
		c->pair = p->pair;
	copy_header(c, p);
	p->data->refs++;
	mem_atomic(pkt_shinfo_addr(p));
	return c;
}

struct pkt *pkt_copy(struct pkt *p)
{
	struct pkt_ledger *l = p->net->ledger;
	struct pkt_data *d = data_get();
	struct pkt *c = pkt_get();
	uint32_t linear = p->data->linear + 128;
	KFN(pskb_copy);

	*d = *p->data;
	d->refs = 1;
	l->moving++;
	clone_fields(c, p, slab_alloc(l->head_cache));
	l->moving--;
	c->clone = true;
	c->cloned = false;
	c->data = d;
	d->head_bytes = ALIGN64(linear + d->data_off) + (uint32_t)l->b.shinfo;
	d->head_addr = kmem_alloc(l->slab, d->head_bytes);
	d->head_is_page_frag = false;
	copy_header(c, p);
	mem_copy(d->head_addr, p->data->head_addr, d->data_off + d->linear + 1);
	for (unsigned int i = 0; i < d->nr_frags; i++)
		pkt_frag_get(p->net, d, i);
	mem_write(pkt_shinfo_addr(c), 24 + 16u * d->nr_frags);
	return c;
}

static uint64_t frag_page(const struct pkt_frag *f)
{
	return f->addr & ~((4096ull << f->order) - 1);
}

void pkt_frag_get(struct net *n, const struct pkt_data *d, unsigned int i)
{
	uint64_t page = frag_page(&d->frag[i]);

	if (d->user_pages)
		mem_atomic(page_struct(n->ledger->slab, page));
	else
		page_get(n->ledger->slab, page);
}

void pkt_frag_put(struct net *n, const struct pkt_data *d, unsigned int i)
{
	uint64_t page = frag_page(&d->frag[i]);

	if (!d->user_pages) {
		page_put(n->ledger->slab, page);
		return;
	}
	KFN(put_page);
	mem_atomic(page_struct(n->ledger->slab, page));
}

void pkt_unshare(struct pkt *p)
{
	struct pkt_data *old = p->data, *d;
	uint64_t old_shinfo = pkt_shinfo_addr(p);

	if (old->refs == 1)
		return;
	KFN(pskb_expand_head);
	d = data_get();
	*d = *old;
	d->refs = 1;
	d->head_is_page_frag = false;
	d->head_addr = kmem_alloc(p->net->ledger->slab, d->head_bytes);
	p->data = d;
	mem_copy(d->head_addr, old->head_addr, d->data_off + d->linear + 1);
	mem_copy(pkt_shinfo_addr(p), old_shinfo, 24 + 16u * d->nr_frags);
	for (unsigned int i = 0; i < d->nr_frags; i++)
		pkt_frag_get(p->net, d, i);
	mem_atomic(old_shinfo);
	old->refs--;
	p->cloned = false;
}

void pkt_add_frag(struct pkt *p, uint64_t addr, uint32_t len)
{
	struct pkt_data *d = p->data;

	sim_assert(d->nr_frags < PKT_MAX_FRAGS);
	mem_write(pkt_shinfo_addr(p) + 24 + 16u * d->nr_frags, 16);
	d->frag[d->nr_frags++] = (struct pkt_frag){.addr = addr, .len = len};
	p->truesize += len;
}

static void release_data(struct pkt *p)
{
	struct pkt_data *d = p->data;
	uint64_t shinfo = pkt_shinfo_addr(p);
	KFN(skb_release_data);

	if (p->cloned)
		mem_atomic(shinfo);
	else
		mem_read(shinfo, 8);
	if (--d->refs)
		return;
	if (d->nr_frags)
		mem_read(shinfo + 24, 16u * d->nr_frags);
	kfn_units(d->nr_frags);
	for (unsigned int i = 0; i < d->nr_frags; i++)
		pkt_frag_put(p->net, d, i);
	if (d->head_is_page_frag)
		page_put(p->net->ledger->slab, d->head_addr & ~4095ull);
	else
		kmem_free(p->net->ledger->slab, d->head_addr);
	data_put(d);
}

/* kfree_skbmem(): the pair goes back when both of it are free. */
static void release_struct(struct pkt *p)
{
	struct pkt_ledger *l = p->net->ledger;
	struct fclone *f = p->pair;

	if (!f) {
		slab_free(l->head_cache, p->addr);
		return;
	}
	mem_atomic(f->addr + 2 * SKB_SLOT - 8);
	if (!p->fclone)
		f->busy = false;
	if (--f->refs)
		return;
	slab_free(l->fclone_cache, f->addr);
	f->next = fclone_pool;
	fclone_pool = f;
}

static void pkt_release(struct pkt *p)
{
	KFN(__kfree_skb);

	{
		KFN(skb_release_head_state);
		mem_read(pkt_line(p, PKT_LINE_LINKS), 64);
		pkt_dst_drop(p);
		pkt_orphan(p);
	}
	for (struct pkt *f = p->frag_list, *next; f; f = next) {
		next = f->next;
		pkt_free(f, PKT_END_MERGED);
	}
	release_data(p);
	release_struct(p);
}

void pkt_free(struct pkt *p, enum pkt_end end)
{
	struct pkt_ledger *l = p->net->ledger;

	sim_assert(p->users > 0);
	mem_read(pkt_line(p, PKT_LINE_DATA) + 60, 4);
	if (p->users > 1) {
		mem_atomic(pkt_line(p, PKT_LINE_DATA) + 60);
		p->users--;
		return;
	}
	p->users = 0;
	if (p->clone && end == PKT_END_SENT)
		l->clones_sent++;
	else
		l->ends[end]++;
	l->live--;
	l->moving++;
	pkt_release(p);
	l->moving--;
	pkt_put(p);
}

uint64_t pkt_hdr_addr(const struct pkt *p)
{
	const struct pkt_data *d = p->data;

	return d->data_off ? d->head_addr + d->data_off - hdrs_len(&p->h)
			   : d->head_addr + d->rx_pad;
}

uint64_t pkt_shinfo_addr(const struct pkt *p)
{
	const struct pkt_data *d = p->data;

	return d->head_addr + d->head_bytes - p->net->ledger->b.shinfo;
}
