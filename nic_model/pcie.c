/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: dma.c (device side), mmio.c (CPU side).  Calls: models/mem.
 * Models: both directions of the link as servers, request and completion
 * splitting, read tags, posted credits, order of writes, reads, messages.
 * Leaves out: separate header and data credits (one credit is a packet of at
 * most MPS), non-posted credits (the tags bound reads), replay, relaxed order.
 * Source: see pcie_params.c.
 */
#include "nic_model/pcie.h"

#include <stdlib.h>

#include "models/mem/mem.h"
#include "nic_model/busy.h"
#include "sim/check.h"

/* Packets stay below a page: neither they nor read requests cross one. */
#define BUS_PAGE 4096u

struct pcie {
	struct pcie_params p;
	struct mem *mem;
	struct busy up, down;
	uint64_t ps_per_byte_q; /* 1/1024 ps */
	uint64_t *tag_free;	/* by tag: when its last completion is in */
	uint64_t *credit_back;	/* by posted packet, modulo */
	uint32_t tag, credit;
	uint64_t visible;   /* of the last posted write */
	uint32_t read_most; /* bytes asked for at once */
	struct pcie_stats stats;
};

static uint64_t bytes_ps(const struct pcie *b, uint64_t bytes)
{
	return (bytes * b->ps_per_byte_q) >> 10;
}

static char *check_params(const struct pcie_params *p)
{
	if (p->lanes & (p->lanes - 1))
		return err_fmt("pcie: %u lanes: must be a power of two", p->lanes);
	if ((p->mps & (p->mps - 1)) || (p->mrrs & (p->mrrs - 1)) || (p->rcb & (p->rcb - 1)))
		return err_fmt("pcie: mps, mrrs and rcb must be powers of two");
	return NULL;
}

char *pcie_new(struct mem *m, const struct pcie_params *p, struct pcie **out)
{
	struct pcie *b;
	char *err = check_params(p);

	if (err)
		return err;
	b = xcalloc(1, sizeof(*b));
	b->p = *p;
	b->mem = m;
	b->ps_per_byte_q = (uint64_t)(8e12 * 1024 / (double)pcie_rate_bps(p) + 0.5);
	b->tag_free = xcalloc(p->tags, sizeof(b->tag_free[0]));
	b->credit_back = xcalloc(p->posted_credits, sizeof(b->credit_back[0]));
	/* On chip, requests for the lines of one transfer follow each other. */
	b->read_most = p->kind == BUS_ONCHIP ? BUS_PAGE : (uint32_t)p->mrrs;
	*out = b;
	return NULL;
}

void pcie_free(struct pcie *b)
{
	free(b->tag_free);
	free(b->credit_back);
	free(b);
}

const struct pcie_params *pcie_params(const struct pcie *b)
{
	return &b->p;
}

const struct pcie_stats *pcie_stats(const struct pcie *b)
{
	return &b->stats;
}

static uint64_t send_up(struct pcie *b, uint64_t t, uint32_t tlps, uint32_t bytes)
{
	b->stats.up_tlps += tlps;
	b->stats.up_bytes += bytes;
	return busy_book(&b->up, sim_now().ps, t, bytes_ps(b, bytes));
}

static uint64_t send_down(struct pcie *b, uint64_t t, uint32_t tlps, uint32_t bytes)
{
	b->stats.down_tlps += tlps;
	b->stats.down_bytes += bytes;
	return busy_book(&b->down, sim_now().ps, t, bytes_ps(b, bytes));
}

/* Pieces of a range cut every `most` bytes from its start. */
static uint32_t cuts(uint32_t len, uint64_t most)
{
	return (uint32_t)((len + most - 1) / most);
}

/* Completions: the first ends at a boundary, so that the others are aligned. */
static uint32_t completions(const struct pcie *b, uint64_t addr, uint32_t len)
{
	uint64_t most = b->p.rcb_chunks ? b->p.rcb : b->p.mps;
	uint32_t skew = (uint32_t)(addr & (b->p.rcb - 1));

	return cuts(skew + len, most);
}

/* One read request: returns when its last completion is in the device. */
static uint64_t read_one(struct pcie *b, uint64_t addr, uint32_t len, uint64_t t)
{
	uint64_t *tag = &b->tag_free[b->tag];
	struct pcie_cost c = pcie_cost_dma_read(&b->p, len);
	uint32_t answers = completions(b, addr, len);
	uint32_t head = b->p.kind == BUS_ONCHIP ? 4 : 20;

	b->tag = b->tag + 1 == b->p.tags ? 0 : b->tag + 1;
	if (*tag > t) {
		b->stats.tag_waits++;
		t = *tag;
	}
	t = send_up(b, t, 1, c.up) + b->p.up_ps;
	if (t < b->visible)
		t = b->visible;
	if (b->mem)
		t = mem_dma_read(b->mem, addr, len, SIM_PS(t)).ps;
	t = send_down(b, t, answers, len + answers * head) + b->p.down_ps;
	*tag = t;
	return t;
}

static uint32_t piece(uint64_t addr, uint32_t left, uint32_t most)
{
	uint32_t page = BUS_PAGE - (uint32_t)(addr & (BUS_PAGE - 1));

	if (most > page)
		most = page;
	return left < most ? left : most;
}

sim_time pcie_read(struct pcie *b, uint64_t addr, uint32_t len, sim_time t, sim_time *first)
{
	uint64_t start = t.ps + b->p.device_ps, last = start, got = 0;
	uint32_t left = len;

	while (left) {
		uint32_t n = piece(addr, left, b->read_most);
		uint64_t done = read_one(b, addr, n, start);

		if (!got)
			got = done;
		if (done > last)
			last = done;
		addr += n;
		left -= n;
	}
	if (b->p.device_bps)
		last += len * (uint64_t)(8e12 / (double)b->p.device_bps);
	if (first)
		*first = SIM_PS(got ? got : last);
	return SIM_PS(last);
}

/* Time from which packet number `credit` may leave. */
static uint64_t credit_wait(struct pcie *b, uint32_t slot, uint64_t t)
{
	if (b->credit_back[slot] <= t)
		return t;
	b->stats.credit_waits++;
	return b->credit_back[slot];
}

/* Sends one write's packets; *first: arrival of the first, returns the last's. */
static uint64_t write_packets(struct pcie *b, uint32_t tlps, uint32_t len, uint64_t t,
			      uint64_t *first)
{
	uint32_t most = b->p.posted_credits, each, i;
	uint32_t bytes = pcie_cost_dma_write(&b->p, len).up;
	uint32_t last_slot = (b->credit + tlps - 1) % most;

	sim_assert(tlps);
	if (tlps <= most && b->credit_back[last_slot] <= t) {
		uint64_t end = send_up(b, t, tlps, bytes);

		*first = end - bytes_ps(b, bytes - bytes / tlps) + b->p.up_ps;
		return end + b->p.up_ps;
	}
	for (i = 0; i < tlps; i++) {
		each = i + 1 < tlps ? bytes / tlps : bytes - bytes / tlps * (tlps - 1);
		t = send_up(b, credit_wait(b, (b->credit + i) % most, t), 1, each);
		if (i == 0)
			*first = t + b->p.up_ps;
		/* Until the memory's time is known below, packets that run ahead of
		 * their own write's drain wait for arrival at least. */
		b->credit_back[(b->credit + i) % most] = t + b->p.up_ps + b->p.down_ps;
	}
	return t + b->p.up_ps;
}

sim_time pcie_write(struct pcie *b, uint64_t addr, uint32_t len, sim_time t)
{
	uint32_t tlps = cuts(len, b->p.mps), i, slot;
	uint64_t first = t.ps, last, seen;

	sim_assert(len > 0);
	last = write_packets(b, tlps, len, t.ps, &first);
	seen = first > b->visible ? first : b->visible;
	if (b->mem)
		seen = mem_dma_write(b->mem, addr, len, SIM_PS(seen), -1).ps;
	if (seen < last)
		seen = last;
	for (i = 0; i < tlps; i++) {
		slot = b->credit + i;
		while (slot >= b->p.posted_credits)
			slot -= b->p.posted_credits;
		b->credit_back[slot] = first + (seen - first) / tlps * (i + 1) + b->p.down_ps;
	}
	b->credit = (b->credit + tlps) % b->p.posted_credits;
	b->visible = seen;
	return SIM_PS(seen);
}

sim_time pcie_message(struct pcie *b, sim_time t)
{
	uint64_t at = send_up(b, t.ps, 1, pcie_cost_dma_write(&b->p, 4).up) + b->p.up_ps;

	if (at < b->visible)
		at = b->visible;
	b->visible = at;
	return SIM_PS(at);
}

sim_time pcie_mmio_write(struct pcie *b, uint32_t len, sim_time t)
{
	return SIM_PS(send_down(b, t.ps, 1, pcie_cost_mmio_write(&b->p, len).down) + b->p.down_ps);
}

sim_time pcie_mmio_request(struct pcie *b, sim_time t)
{
	uint64_t at = send_down(b, t.ps, 1, pcie_cost_mmio_read(&b->p, 4).down);

	return SIM_PS(at + b->p.down_ps + b->p.mmio_extra_ps);
}

sim_time pcie_mmio_reply(struct pcie *b, uint32_t len, sim_time t)
{
	uint64_t at = send_up(b, t.ps, 1, pcie_cost_mmio_read(&b->p, len).up) + b->p.up_ps;

	/* A completion pushes the device's posted writes before it. */
	return SIM_PS(at < b->visible ? b->visible : at);
}
