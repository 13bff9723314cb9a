/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a packet holds besides its memory: a route, an owner. */
#include "models/host/cpu.h"
#include "models/pkt.h"

void pkt_dst_set(struct pkt *p, uint64_t dst_addr, bool hold)
{
	p->dst_addr = dst_addr;
	p->dst_noref = !hold;
	if (hold)
		mem_atomic(dst_addr + DST_REFCNT_OFF);
}

void pkt_dst_drop(struct pkt *p)
{
	if (p->dst_addr && !p->dst_noref) {
		KFN(dst_release);
		mem_atomic(p->dst_addr + DST_REFCNT_OFF);
	}
	p->dst_addr = 0;
}

void pkt_orphan(struct pkt *p)
{
	if (p->destructor)
		p->destructor(p);
	p->destructor = NULL;
	p->sk = NULL;
}
