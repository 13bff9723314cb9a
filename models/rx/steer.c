/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Receive packet steering: which CPU's input queue takes a packet.
 *
 * Called by: napi_receive, netif_queue, GRO
 * Calls: softnet_enqueue, an inter-processor interrupt
 * Models: get_rps_cpu over a device's CPU mask, enqueue_to_backlog, the remote
 *	CPU's wake-up when its queue was idle
 * Leaves out: RFS (flow tables follow the reader), hardware flow steering,
 *	batching of the interrupts until the end of net_rx_action
 * Source: Linux net/core/dev.c, v2.6.37
 */
#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/net_core.h"
#include "models/path.h"

/* Flow hash when the device gave none: mixes addresses and ports (any mixer
 * will do; the kernel's is seeded at random at boot). */
static uint32_t flow_hash(const struct hdrs *h)
{
	uint64_t x = ((uint64_t)h->saddr << 32 | h->daddr) ^
		     ((uint64_t)h->sport << 16 | h->dport) * 0x9e3779b97f4a7c15ull;

	x ^= x >> 32;
	x *= 0xd6e8feb86659fd93ull;
	return (uint32_t)(x >> 32);
}

static unsigned int choose(const struct net *n, struct pkt *p)
{
	uint32_t mask = n->core->rps_mask;
	unsigned int cpus = (unsigned int)__builtin_popcount(mask), nth;
	KFN(get_rps_cpu);

	mem_read(pkt_hdr_addr(p), 40);
	if (!p->hash)
		p->hash = flow_hash(&p->h);
	nth = (unsigned int)(((uint64_t)p->hash * cpus) >> 32);
	for (unsigned int cpu = 0; cpu < 32; cpu++)
		if ((mask >> cpu & 1) && nth-- == 0)
			return cpu;
	return cpu_id(this_cpu);
}

bool steer_rps(struct pkt *p)
{
	struct net *n = p->net;
	unsigned int cpu = choose(n, p);
	bool flags;
	KFN(enqueue_to_backlog);

	path_at(STAGE_steer, p);
	flags = irqs_off();
	n->core->softnet[cpu].received_rps++;
	if (softnet_enqueue(n, cpu, p))
		softnet_kick(n, cpu);
	irqs_restore(flags);
	return true;
}
