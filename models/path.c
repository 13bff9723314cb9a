/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stack of one host made of stages: its parts in order, and the trace point
 * of a packet that passes a stage.
 */
#include "models/path.h"

#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/net_core.h"
#include "models/pkt.h"
#include "models/tcp.h"
#include "models/udp.h"
#include "sim/check.h"
#include "sim/trace.h"

const char *const stage_name[STAGE_COUNT] = {
#define STAGE_NAME(name, file, help) #name,
	STAGES(STAGE_NAME)
#undef STAGE_NAME
};

/* A row a stage, made when the first packet comes: tracing begins after net_new(). */
static int track_of(struct net *n, enum stage s)
{
	if (!n->track[s])
		n->track[s] = 1 + trace_track(host_name(n->host), stage_name[s]);
	return n->track[s] - 1;
}

void path_at(enum stage s, const struct pkt *p)
{
	if (!(trace_mask & TRACE_STAGE))
		return;
	trace_instant_(track_of(p->net, s), this_cpu ? cpu_now() : sim_now(), stage_name[s],
		       p->pl.pos);
}

char *net_new(struct host *h, uint64_t seed, struct net **out)
{
	struct net *n = xcalloc(1, sizeof(*n));
	char *err;

	(void)seed;
	n->host = h;
	host_set_net(h, n);
	err = pkt_ledger_new(n);
	if (!err)
		err = net_core_new(n);
	if (!err)
		err = sock_net_new(n);
	if (!err)
		err = inet_new(n);
	if (!err)
		err = tcp_net_new(n);
	if (!err)
		err = udp_net_new(n);
	if (err)
		return err;
	inet_addr_add(n, loopback_add(n, (uint32_t)n->core->nb.loopback_mtu), INET_LOOPBACK);
	*out = n;
	return NULL;
}
