/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: driver cores; devices through struct dma_space.  Calls: models/pkt.
 * Models: which packet a descriptor's address means.
 * Leaves out: an IOMMU, bounce buffers.
 * Source: none; bookkeeping of the simulation.
 */
#include "nic_model/stage_dma.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "models/frame.h"
#include "models/host/host.h"
#include "models/mem/layout.h"
#include "models/pkt.h"
#include "sim/check.h"

#define ARENA_BYTES (64u << 20) /* LAYOUT_DMA */
#define BUCKETS	    8192u
#define RX_PAD	    2u /* devices that align the IP header write behind it */

enum map_kind { MAP_TX, MAP_RX };

struct mapping {
	struct mapping *next;
	uint64_t addr;
	uint32_t len;
	enum map_kind kind;
	struct pkt *pkt;     /* TX */
	struct frame *frame; /* RX: what has landed */
};

struct stage_dma {
	struct dma_space space;
	struct host *host;
	uint8_t *arena; /* pages appear as they are touched */
	uint64_t bump;	/* without a host */
	struct mapping *bucket[BUCKETS], *pool;
	uint64_t mapped, bad;
};

static struct mapping **bucket_of(struct stage_dma *d, uint64_t addr)
{
	return &d->bucket[((addr >> 6) ^ (addr >> 19)) & (BUCKETS - 1)];
}

static struct mapping *find(struct stage_dma *d, uint64_t addr, enum map_kind kind)
{
	struct mapping *m;

	for (m = *bucket_of(d, addr); m; m = m->next)
		if (m->addr == addr && m->kind == kind)
			return m;
	return NULL;
}

static struct mapping *add(struct stage_dma *d, uint64_t addr, uint32_t len, enum map_kind kind)
{
	struct mapping *m = d->pool, **b = bucket_of(d, addr);

	if (m)
		d->pool = m->next;
	else
		m = xmalloc(sizeof(*m));
	*m = (struct mapping){.next = *b, .addr = addr, .len = len, .kind = kind};
	*b = m; /* newest first: what the bytes there are now */
	return m;
}

static void drop(struct stage_dma *d, struct mapping *m)
{
	struct mapping **at = bucket_of(d, m->addr);

	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	m->next = d->pool;
	d->pool = m;
}

static uint8_t *arena_at(struct stage_dma *d, uint64_t addr, uint32_t len)
{
	if (addr < LAYOUT_DMA || addr + len > LAYOUT_DMA + ARENA_BYTES)
		return NULL;
	return d->arena + (addr - LAYOUT_DMA);
}

static void space_read(void *arg, uint64_t addr, void *buf, uint32_t len)
{
	struct stage_dma *d = arg;
	uint8_t *at = arena_at(d, addr, len);

	if (at) {
		memcpy(buf, at, len);
	} else {
		memset(buf, 0, len);
		d->bad++;
	}
}

static void space_write(void *arg, uint64_t addr, const void *buf, uint32_t len)
{
	struct stage_dma *d = arg;
	uint8_t *at = arena_at(d, addr, len);

	if (at)
		memcpy(at, buf, len);
	else
		d->bad++;
}

static struct frame *space_gather(void *arg, const struct dma_seg *seg, unsigned int n)
{
	struct stage_dma *d = arg;
	struct mapping *m = n ? find(d, seg[0].addr, MAP_TX) : NULL;
	uint32_t bytes = 0;
	struct frame *f;

	while (n--)
		bytes += seg[n].len;
	if (!m || bytes < pkt_len(m->pkt)) {
		d->bad++;
		return NULL;
	}
	f = frame_new();
	f->h = m->pkt->h;
	f->pl = m->pkt->pl;
	f->born = m->pkt->born;
	f->len = bytes;
	return f;
}

static void space_scatter(void *arg, const struct frame *f, uint32_t off, uint64_t addr,
			  uint32_t len)
{
	struct stage_dma *d = arg;
	struct mapping *m = find(d, addr, MAP_RX);

	if (!m)
		m = find(d, addr - RX_PAD, MAP_RX);
	if (!m || len > m->len) {
		d->bad++;
		return;
	}
	if (off)
		return; /* a later buffer of the same frame */
	frame_free(m->frame);
	m->frame = frame_copy(f);
}

struct stage_dma *stage_dma_new(struct host *h)
{
	struct stage_dma *d = xcalloc(1, sizeof(*d));

	d->host = h;
	d->arena = mmap(NULL, ARENA_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	sim_assert(d->arena != MAP_FAILED);
	d->bump = LAYOUT_DMA;
	d->space = (struct dma_space){space_read, space_write, space_gather, space_scatter, d};
	return d;
}

void stage_dma_free(struct stage_dma *d)
{
	struct mapping *m;
	unsigned int i;

	for (i = 0; i < BUCKETS; i++) {
		while ((m = d->bucket[i])) {
			d->bucket[i] = m->next;
			frame_free(m->frame);
			free(m);
		}
	}
	while ((m = d->pool)) {
		d->pool = m->next;
		free(m);
	}
	munmap(d->arena, ARENA_BYTES);
	free(d);
}

const struct dma_space *stage_dma_space(struct stage_dma *d)
{
	return &d->space;
}

uint64_t stage_dma_coherent(struct stage_dma *d, uint32_t bytes, uint32_t align)
{
	uint64_t addr;

	if (d->host)
		return layout_static(host_layout(d->host), LAYOUT_DMA, bytes, align);
	addr = (d->bump + align - 1) & ~(uint64_t)(align - 1);
	d->bump = addr + bytes;
	return addr;
}

void *stage_dma_bytes(struct stage_dma *d, uint64_t addr, uint32_t len)
{
	uint8_t *at = arena_at(d, addr, len);

	sim_assertf(at, "0x%llx is not ring memory", (unsigned long long)addr);
	return at;
}

unsigned int stage_dma_segs(const struct pkt *p, struct dma_seg *seg, unsigned int room)
{
	unsigned int i;

	sim_assert(room > p->data->nr_frags);
	seg[0].addr = pkt_hdr_addr(p);
	seg[0].len = hdrs_len(&p->h) + p->data->linear;
	for (i = 0; i < p->data->nr_frags; i++) {
		seg[i + 1].addr = p->data->frag[i].addr;
		seg[i + 1].len = p->data->frag[i].len;
	}
	return i + 1;
}

void stage_dma_map_pkt(struct stage_dma *d, struct pkt *p, uint32_t pieces)
{
	add(d, pkt_hdr_addr(p), pkt_len(p), MAP_TX)->pkt = p;
	d->mapped += pieces;
}

void stage_dma_unmap_pkt(struct stage_dma *d, struct pkt *p, uint32_t pieces)
{
	struct mapping *m = *bucket_of(d, pkt_hdr_addr(p));

	while (m && (m->kind != MAP_TX || m->pkt != p))
		m = m->next;
	sim_assertf(m, "unmap of a packet that is not mapped");
	drop(d, m);
	d->mapped -= pieces;
}

void stage_dma_map_buf(struct stage_dma *d, uint64_t addr, uint32_t len)
{
	sim_assertf(!find(d, addr, MAP_RX), "receive buffer 0x%llx mapped twice",
		    (unsigned long long)addr);
	add(d, addr, len, MAP_RX);
	d->mapped++;
}

struct frame *stage_dma_unmap_buf(struct stage_dma *d, uint64_t addr)
{
	struct mapping *m = find(d, addr, MAP_RX);
	struct frame *f;

	sim_assertf(m, "unmap of a receive buffer that is not mapped");
	f = m->frame;
	m->frame = NULL;
	drop(d, m);
	d->mapped--;
	return f;
}

uint64_t stage_dma_mapped(const struct stage_dma *d)
{
	return d->mapped;
}

uint64_t stage_dma_bad(const struct stage_dma *d)
{
	return d->bad;
}
