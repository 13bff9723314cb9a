/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IPv4 of one host: addresses, routes with their dst_entries, counters, and
 * the calls between IP and the protocols.
 */
#ifndef NICPATH_MODELS_INET_H
#define NICPATH_MODELS_INET_H

#include <stdbool.h>
#include <stdint.h>

#include "models/frame.h"
#include "models/netdev.h"
#include "models/pkt.h"
#include "models/snmp.h"

struct net;
struct netdev;
struct sock;

struct param_table;

#define INET_LOOPBACK 0x7f000001u

/* kernel.inet.*: behaviours by version. */
struct inet_behaviour {
	bool input_noref; /* input route without a reference (2.6.35) */
	bool early_demux; /* socket found before the route (3.6) */
	bool route_cache; /* hashed cache of routes (to 3.5) */
	bool forward;	  /* ip_forward */
	uint32_t ttl;
};
extern const struct param_table inet_behaviour_table;

/* A route with its dst_entry and neighbour. */
struct rtable {
	struct rtable *next;
	uint64_t addr;	     /* dst_entry: DST_BYTES */
	uint64_t neigh_addr; /* neighbour with its cached header */
	uint32_t daddr, saddr;
	struct netdev *dev;
	uint8_t mac[6];
	uint32_t mtu;
	bool local; /* for this host: input to the protocols */
};

#define INET_MAX_ADDRS 16
#define INET_RT_HASH   256u

struct inet {
	struct inet_behaviour b;
	uint64_t mib[SNMP_COUNT];
	struct {
		uint32_t ip;
		struct netdev *dev;
	} addr[INET_MAX_ADDRS];
	unsigned int addrs;
	struct rtable *routes; /* to other hosts; first match */
	struct rtable *out[INET_RT_HASH], *in[INET_RT_HASH];
	uint64_t rt_hash_addr; /* bucket heads */
	uint64_t fib_addr;
	uint64_t mib_addr;   /* per-CPU counter lines */
	uint64_t proto_addr; /* inet_protos, hooks */
	uint16_t next_port, ip_id;
};

#define SNMP(net, name)	       ((net)->inet->mib[SNMP_##name]++)
#define SNMP_ADD(net, name, n) ((net)->inet->mib[SNMP_##name] += (n))

char *inet_new(struct net *n);
/* Gives a device an address; false when there are too many. */
bool inet_addr_add(struct net *n, struct netdev *dev, uint32_t ip);
/* Host route: frames to dst go out of dev to that station. */
void inet_route_add(struct net *n, uint32_t dst, struct netdev *dev, const uint8_t mac[6]);
bool inet_is_local(const struct net *n, uint32_t ip);
struct netdev *netdev_by_name(const struct net *n, const char *name);

/* ip_route_output_flow(): NULL: no route. Held until the host ends. */
struct rtable *ip_route_output(struct net *n, uint32_t daddr);
/* ip_route_input(): sets the packet's dst. NULL: not for us. */
struct rtable *ip_route_input(struct pkt *p);

/* ip_queue_xmit(): TCP's packet with its header; takes it. Route from the socket. */
enum xmit_result ip_queue_xmit(struct sock *sk, struct pkt *p);
/* Packets that have their route in p->dst_addr already: UDP, resets. */
enum xmit_result ip_send(struct pkt *p, const struct rtable *rt);
/* ip_forward(): p has its route, to another host. */
void ip_forward(struct pkt *p, struct rtable *rt);

/* Protocols' entry from ip_local_deliver(); take the packet. */
void tcp_v4_rcv(struct pkt *p);
void udp_rcv(struct pkt *p);

#endif
