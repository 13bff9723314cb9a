/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IPv4 of one host: addresses, routes and their dst_entries.
 *
 * Called by: IP output and input, socket calls, the composition
 * Calls: nothing
 * Models: one dst_entry for a destination (output) or for a pair of addresses
 *	(input), found through the hashed route cache or, without one, through the
 *	FIB and the next hop's cached route; neighbour entry with the cached header
 * Leaves out: route expiry and garbage collection, policy routing, ARP (static
 *	neighbours), path MTU discovery, ICMP
 * Source: Linux net/ipv4/route.c, v2.6.26 to v2.6.37; no cache since 89aef8921bfb (3.6)
 */
#include "models/inet.h"

#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "models/mem/layout.h"
#include "models/netdev.h"
#include "models/path.h"
#include "sim/check.h"
#include "sim/param.h"

#define FIELD(member) offsetof(struct inet_behaviour, member)
static const struct param params[] = {
	{"input_noref", PARAM_BOOL, FIELD(input_noref), "off", NULL, NULL, NULL,
	 "input routes take no reference on the dst_entry", "commit 7fee226ad239 (2.6.35)"},
	{"early_demux", PARAM_BOOL, FIELD(early_demux), "off", NULL, NULL, NULL,
	 "sockets are looked up before the route", "commit 41063e9dd119 (3.6)"},
	{"route_cache", PARAM_BOOL, FIELD(route_cache), "on", NULL, NULL, NULL,
	 "routes are found in a hashed cache", "removed by commit 89aef8921bfb (3.6)"},
	{"forward", PARAM_BOOL, FIELD(forward), "off", NULL, NULL, NULL, "net.ipv4.ip_forward",
	 "linux default"},
	{"ttl", PARAM_U32, FIELD(ttl), "64", "1", "255", NULL, "net.ipv4.ip_default_ttl",
	 "linux include/net/ip.h IPDEFTTL"},
	{0},
};
const struct param_table inet_behaviour_table = {
	"inet",
	"IPv4: routes, input, forwarding",
	params,
	sizeof(struct inet_behaviour),
};

static uint64_t place(struct net *n, uint64_t bytes)
{
	return layout_static(host_layout(n->host), LAYOUT_STATIC, bytes, 64);
}

char *inet_new(struct net *n)
{
	struct inet *in = xcalloc(1, sizeof(*in));

	n->inet = in;
	in->rt_hash_addr = place(n, INET_RT_HASH * 16);
	in->fib_addr = place(n, 256);
	in->mib_addr = place(n, 256u * host_cpus(n->host));
	in->proto_addr = place(n, 128);
	in->next_port = 32768;
	snmp_register(n, in->mib);
	return kprofile_behaviour(host_profile(n->host), &inet_behaviour_table, &in->b);
}

bool inet_addr_add(struct net *n, struct netdev *dev, uint32_t ip)
{
	struct inet *in = n->inet;

	if (in->addrs == INET_MAX_ADDRS)
		return false;
	in->addr[in->addrs].ip = ip;
	in->addr[in->addrs++].dev = dev;
	return true;
}

static struct rtable *rtable_new(struct net *n, uint32_t daddr, uint32_t saddr, struct netdev *dev)
{
	struct rtable *rt = xcalloc(1, sizeof(*rt));

	rt->addr = place(n, DST_BYTES);
	rt->neigh_addr = place(n, 192);
	rt->daddr = daddr;
	rt->saddr = saddr;
	rt->dev = dev;
	rt->mtu = dev ? dev->mtu : 1500;
	return rt;
}

void inet_route_add(struct net *n, uint32_t dst, struct netdev *dev, const uint8_t mac[6])
{
	struct inet *in = n->inet;
	struct rtable *rt = rtable_new(n, dst, 0, dev);

	for (unsigned int i = 0; i < in->addrs; i++) {
		if (in->addr[i].dev == dev)
			rt->saddr = in->addr[i].ip;
	}
	memcpy(rt->mac, mac, 6);
	rt->next = in->routes;
	in->routes = rt;
}

bool inet_is_local(const struct net *n, uint32_t ip)
{
	const struct inet *in = n->inet;

	if (ip >> 24 == 127)
		return true;
	for (unsigned int i = 0; i < in->addrs; i++) {
		if (in->addr[i].ip == ip)
			return true;
	}
	return false;
}

struct netdev *netdev_by_name(const struct net *n, const char *name)
{
	for (unsigned int i = 0; i < n->devs; i++) {
		if (!strcmp(n->dev[i]->name, name))
			return n->dev[i];
	}
	return NULL;
}

static uint32_t rt_hash(uint32_t a, uint32_t b)
{
	uint32_t x = a * 0x9e3779b1u ^ b * 0x85ebca6bu;

	return (x ^ x >> 16) & (INET_RT_HASH - 1);
}

/* What a lookup reads: the cache's bucket, or the FIB's nodes. */
static void touch_lookup(struct net *n, uint32_t hash)
{
	if (n->inet->b.route_cache)
		mem_read(n->inet->rt_hash_addr + 16u * hash, 8);
	else
		mem_read(n->inet->fib_addr, 192);
}

static struct rtable *output_find(struct net *n, uint32_t daddr)
{
	if (inet_is_local(n, daddr)) {
		struct rtable *rt = rtable_new(n, daddr, daddr, netdev_by_name(n, "lo"));

		rt->local = true;
		return rt->dev ? rt : NULL;
	}
	for (struct rtable *r = n->inet->routes; r; r = r->next) {
		if (r->daddr == daddr) {
			struct rtable *rt = rtable_new(n, daddr, r->saddr, r->dev);

			memcpy(rt->mac, r->mac, 6);
			return rt;
		}
	}
	return NULL;
}

struct rtable *ip_route_output(struct net *n, uint32_t daddr)
{
	uint32_t hash = rt_hash(daddr, 0);
	struct rtable **bucket = &n->inet->out[hash];
	struct rtable *rt;
	KFN(ip_route_output_flow);

	touch_lookup(n, hash);
	for (rt = *bucket; rt && rt->daddr != daddr; rt = rt->next)
		mem_read(rt->addr, 64);
	if (!rt) {
		rt = output_find(n, daddr);
		if (!rt) {
			SNMP(n, IpOutNoRoutes);
			return NULL;
		}
		rt->next = *bucket;
		*bucket = rt;
	}
	mem_read(rt->addr, 64);
	return rt;
}

static struct rtable *input_find(struct net *n, uint32_t saddr, uint32_t daddr)
{
	struct rtable *rt;

	if (inet_is_local(n, daddr)) {
		rt = rtable_new(n, daddr, saddr, NULL);
		rt->local = true;
		return rt;
	}
	if (!n->inet->b.forward)
		return NULL;
	for (struct rtable *r = n->inet->routes; r; r = r->next) {
		if (r->daddr != daddr)
			continue;
		rt = rtable_new(n, daddr, saddr, r->dev);
		memcpy(rt->mac, r->mac, 6);
		return rt;
	}
	return NULL;
}

struct rtable *ip_route_input(struct pkt *p)
{
	struct net *n = p->net;
	uint32_t hash = rt_hash(p->h.saddr, p->h.daddr);
	struct rtable **bucket = &n->inet->in[hash];
	struct rtable *rt;
	KFN(ip_route_input);

	touch_lookup(n, hash);
	for (rt = *bucket; rt && (rt->daddr != p->h.daddr || rt->saddr != p->h.saddr);
	     rt = rt->next)
		mem_read(rt->addr, 64);
	if (!rt) {
		rt = input_find(n, p->h.saddr, p->h.daddr);
		if (!rt)
			return NULL;
		rt->next = *bucket;
		*bucket = rt;
	}
	mem_read(rt->addr, 64);
	if (!n->inet->b.input_noref)
		mem_write(rt->addr + DST_REFCNT_OFF + 8, 8); /* lastuse */
	pkt_dst_set(p, rt->addr, !n->inet->b.input_noref);
	return rt;
}
