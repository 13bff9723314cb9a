/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A CPU's loads and stores under way. Inline: every line of real code's data comes through here.
 *
 * Called by: charge.c, charge_hook.c
 * Calls: mem_access()
 * Models, leaves out: as charge.c says
 */
#ifndef NICPATH_NIC_MODEL_LINUX_CHARGE_FLIGHT_H
#define NICPATH_NIC_MODEL_LINUX_CHARGE_FLIGHT_H

#include <string.h>

#include "nic_model/linux/charge_int.h"

static const uint8_t level_cause[MEM_LEVELS] = {
	[MEM_L1] = CAUSE_ISSUE,	 [MEM_L2] = CAUSE_L2,	      [MEM_LLC] = CAUSE_LLC,
	[MEM_PEER] = CAUSE_PEER, [MEM_REMOTE] = CAUSE_REMOTE, [MEM_DRAM] = CAUSE_DRAM,
};

/* --- loads under way --- */

static inline void wait_for(struct charge_cpu *k, uint64_t done, uint32_t cause,
			    struct hook_site *site)
{
	if (done <= k->now)
		return;
	if (site) {
		site->stall += (done - k->now) / UNIT;
		charge_blame(k->charge, hook_site_block(site), done - k->now, cause);
	}
	charge_advance(k, done - k->now, cause);
}

static inline void window_renew(struct charge_cpu *k)
{
	k->window_end = UINT64_MAX;
	for (unsigned int n = 0; n < k->misses && k->window_end == UINT64_MAX; n++)
		k->window_end = k->miss[n].window_end;
}

static inline void miss_remove(struct charge_cpu *k, unsigned int i)
{
	k->misses--;
	memmove(&k->miss[i], &k->miss[i + 1], (k->misses - i) * sizeof(k->miss[0]));
	window_renew(k);
}

static inline void miss_wait(struct charge_cpu *k, unsigned int i)
{
	wait_for(k, k->miss[i].done, k->miss[i].cause, k->miss[i].site);
	miss_remove(k, i);
}

/* Waits for loads that are too old for the window. */
static inline void charge_window(struct charge_cpu *k)
{
	while (k->issued >= k->window_end)
		miss_wait(k, 0);
}

/*
 * A buffer must be free: those that are in give theirs up, else the load that is in first is waited
 * for. Loads shorter than the window stay listed until then; no one waits for them.
 */
static __attribute__((noinline, unused)) void miss_free(struct charge_cpu *k)
{
	unsigned int first = 0, left = 0;

	for (unsigned int i = 0; i < k->misses; i++)
		if (k->miss[i].done > k->now)
			k->miss[left++] = k->miss[i];
	if (left < k->misses) {
		k->misses = left;
		window_renew(k);
		return;
	}
	for (unsigned int i = 1; i < k->misses; i++)
		if (k->miss[i].done < k->miss[first].done)
			first = i;
	miss_wait(k, first);
}

/* True if L1 was filled; so is the next. */
static inline __attribute__((always_inline)) bool charge_load(struct charge_cpu *k, uint64_t phys,
							      struct hook_site *site)
{
	struct mem_reply r =
		mem_access(k->charge->mem, k->id, phys, MEM_GETS, SIM_PS(k->now / UNIT));
	uint64_t end;

	if (r.level == MEM_L1)
		return false;
	site->misses++;
	charge_window(k);
	if (k->misses == k->charge->p.misses)
		miss_free(k);
	end = r.ps * UNIT > k->charge->window ? k->issued + k->charge->window : UINT64_MAX;
	k->miss[k->misses++] = (struct miss){k->now + r.ps * UNIT, end, site, level_cause[r.level]};
	if (end < k->window_end)
		k->window_end = end;
	return true;
}

/* --- store buffer --- */

static inline void store_pop(struct charge_cpu *k)
{
	const struct store *s = &k->store[k->store_head];

	wait_for(k, s->done, s->cause, s->site);
	k->store_head = (k->store_head + 1) % STORES_MAX;
	k->stores--;
}

/* What memory said to a store; true if L1 was filled. */
static inline __attribute__((always_inline)) bool
store_under_way(struct charge_cpu *k, struct mem_reply r, struct hook_site *site, uint32_t room)
{
	uint64_t done;

	if (r.level == MEM_L1 && !r.shared)
		return false;
	site->misses++;
	while (k->stores && k->store[k->store_head].done <= k->now)
		store_pop(k);
	while (k->stores >= room)
		store_pop(k);
	done = k->now + r.ps * UNIT > k->store_last ? k->now + r.ps * UNIT : k->store_last;
	k->store[(k->store_head + k->stores++) % STORES_MAX] =
		(struct store){done, site, r.level == MEM_L1 ? CAUSE_PEER : level_cause[r.level]};
	k->store_last = done;
	return true;
}

static inline __attribute__((always_inline)) bool
charge_store(struct charge_cpu *k, uint64_t phys, struct hook_site *site, uint32_t room)
{
	return store_under_way(
		k, mem_access(k->charge->mem, k->id, phys, MEM_GETX, SIM_PS(k->now / UNIT)), site,
		room);
}

/* A whole line at once and unread, as fast strings write it. */
static inline bool charge_write_line(struct charge_cpu *k, uint64_t phys, struct hook_site *site)
{
	return store_under_way(k,
			       mem_write_line(k->charge->mem, k->id, phys, SIM_PS(k->now / UNIT)),
			       site, k->charge->fast_lines);
}

/* All are in. */
static inline void charge_drain_cpu(struct charge_cpu *k)
{
	while (k->misses)
		miss_wait(k, 0);
	while (k->stores)
		store_pop(k);
}

#endif
