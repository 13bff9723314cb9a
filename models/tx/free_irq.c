/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Freeing where interrupts are off: the packet goes on this CPU's completion
 * queue and the NET_TX softirq frees it.
 *
 * Called by: drivers' transmit completion in hardirq context
 * Calls: nothing
 * Models: dev_kfree_skb_irq
 * Leaves out: dev_kfree_skb_any's choice (drivers here know their context)
 * Source: Linux net/core/dev.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "models/net_core.h"
#include "models/path.h"

void pkt_free_irq(struct pkt *p, enum pkt_end end)
{
	struct softnet *sd = this_softnet(p->net);
	KFN(dev_kfree_skb_irq);

	mem_atomic(pkt_line(p, 3)); /* users */
	bool flags = irqs_off();

	mem_rw(sd->addr + 8, 8);
	mem_write(pkt_line(p, 0), 8);
	p->end = (uint8_t)end;
	p->next = sd->completion_queue;
	sd->completion_queue = p;
	softirq_raise_irqoff(SOFTIRQ_NET_TX);
	irqs_restore(flags);
}
