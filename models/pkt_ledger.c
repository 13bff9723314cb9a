/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ledger of how packets end: every one that is not a clone, exactly once.
 *
 * Called by: net_new, the checks at a run's end
 * Calls: slab caches (their counts)
 * Models: nothing of the kernel's but where its drop counters are
 * Leaves out: clones, but those that end as sent
 * Source: pkt.h's list of ends
 */
#include "models/pkt_int.h"

#include <stddef.h>
#include <stdio.h>

#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "models/mem/slab.h"
#include "models/path.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/stats.h"

const char *const pkt_end_name[PKT_END_COUNT] = {
#define PKT_END_NAME(name, help, counter) [PKT_END_##name] = #name,
	PKT_ENDS(PKT_END_NAME)
#undef PKT_END_NAME
};

#define FIELD(member) offsetof(struct skb_behaviour, member)
static const struct param skb_params[] = {
	{"size", PARAM_SIZE, FIELD(bytes), "232B", "160B", "256B", NULL,
	 "sizeof(struct sk_buff), what truesize counts", "linux 2.6.26 to 2.6.37 x86-64 (pahole)"},
	{"shinfo_size", PARAM_SIZE, FIELD(shinfo), "320B", "64B", "1024B", NULL,
	 "sizeof(struct skb_shared_info): 18 fragments of 16 bytes and the head",
	 "linux 2.6.26 include/linux/skbuff.h"},
	{"rx_pad", PARAM_SIZE, FIELD(rx_pad), "32B", "0B", "256B", NULL,
	 "NET_SKB_PAD: where received headers start in their buffer",
	 "linux include/linux/skbuff.h: 16 to 2.6.29; 32 in 2.6.30 to 2.6.34; 64 since 2.6.35"},
	{"max_frags", PARAM_U32, FIELD(max_frags), "18", "16", "18", NULL,
	 "MAX_SKB_FRAGS: pages that a packet can have beside its linear part",
	 "include/linux/skbuff.h: 64 KiB of pages and 2 more in 2.6.x, 1 more in 6.1"},
	{"full_truesize", PARAM_BOOL, FIELD(full_truesize), "off", NULL, NULL, NULL,
	 "truesize counts shared info and the allocator's rounding", "commit 87fb4b7b533a (3.2)"},
	{0},
};
const struct param_table skb_behaviour_table = {
	"skb",
	"Layout and accounting of sk_buffs",
	skb_params,
	sizeof(struct skb_behaviour),
};

/* hosts.NAME.drops.END: where packets got lost; CLOSED ends were given up. */
static void register_drops(const struct net *n, const struct pkt_ledger *l)
{
	static const char *const help[PKT_END_COUNT] = {
#define PKT_END_HELP(name, help, counter) [PKT_END_##name] = help,
		PKT_ENDS(PKT_END_HELP)
#undef PKT_END_HELP
	};
	char path[96];

	for (int i = PKT_END_QDISC_DROP; i < PKT_END_CLOSED; i++) {
		snprintf(path, sizeof(path), "hosts.%s.drops.%s", host_name(n->host),
			 pkt_end_name[i]);
		stats_counter(path, &l->ends[i], help[i]);
	}
}

char *pkt_ledger_new(struct net *n)
{
	struct pkt_ledger *l = xcalloc(1, sizeof(*l));
	char *err = kprofile_behaviour(host_profile(n->host), &skb_behaviour_table, &l->b);

	n->ledger = l;
	register_drops(n, l);
	if (err)
		return err;
	l->slab = host_slab(n->host);
	l->head_cache = slab_cache_new(l->slab, "skbuff_head_cache", SKB_SLOT, 64);
	l->fclone_cache = slab_cache_new(l->slab, "skbuff_fclone_cache", 2 * SKB_SLOT, 64);
	return NULL;
}

uint64_t pkt_ends(const struct net *n, enum pkt_end end)
{
	return n->ledger->ends[end];
}

uint64_t pkt_live(const struct net *n)
{
	return n->ledger->live;
}

uint64_t pkt_made(const struct net *n)
{
	return n->ledger->made;
}

uint64_t pkt_clones_sent(const struct net *n)
{
	return n->ledger->clones_sent;
}

char *pkt_balance(const struct net *n)
{
	const struct pkt_ledger *l = n->ledger;
	uint64_t ended = l->clones_sent, single = slab_in_use(l->head_cache),
		 pairs = slab_in_use(l->fclone_cache);

	for (int i = 0; i < PKT_END_COUNT; i++)
		ended += l->ends[i];
	if (l->made != ended + l->live)
		return err_fmt("host %s: %llu packets made, %llu ended, %llu live",
			       host_name(n->host), (unsigned long long)l->made,
			       (unsigned long long)ended, (unsigned long long)l->live);
	/* A pair has one or two live ones; a CPU can have stopped halfway. */
	if (l->live + l->moving < single + pairs || l->live > single + 2 * pairs + l->moving)
		return err_fmt("host %s: %llu packets live in %llu sk_buffs and %llu pairs",
			       host_name(n->host), (unsigned long long)l->live,
			       (unsigned long long)single, (unsigned long long)pairs);
	return NULL;
}
