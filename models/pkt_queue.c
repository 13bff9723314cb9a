/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sk_buff_head: doubly linked, O(1) each. Private to nobody, costless. */
#include "models/pkt.h"

#include "sim/check.h"

void pkt_queue_init(struct pkt_queue *q, uint64_t addr)
{
	*q = (struct pkt_queue){.addr = addr};
}

static void count_in(struct pkt_queue *q, const struct pkt *p)
{
	q->len++;
	q->bytes += p->pl.len;
}

void pkt_queue_tail(struct pkt_queue *q, struct pkt *p)
{
	p->next = NULL;
	p->prev = q->tail;
	if (q->tail)
		q->tail->next = p;
	else
		q->head = p;
	q->tail = p;
	count_in(q, p);
}

void pkt_queue_head(struct pkt_queue *q, struct pkt *p)
{
	p->prev = NULL;
	p->next = q->head;
	if (q->head)
		q->head->prev = p;
	else
		q->tail = p;
	q->head = p;
	count_in(q, p);
}

void pkt_queue_after(struct pkt_queue *q, struct pkt *pos, struct pkt *p)
{
	if (!pos->next) {
		pkt_queue_tail(q, p);
		return;
	}
	p->prev = pos;
	p->next = pos->next;
	pos->next->prev = p;
	pos->next = p;
	count_in(q, p);
}

struct pkt *pkt_dequeue(struct pkt_queue *q)
{
	struct pkt *p = q->head;

	if (p)
		pkt_unlink(q, p);
	return p;
}

void pkt_unlink(struct pkt_queue *q, struct pkt *p)
{
	sim_assert(q->len > 0);
	if (p->prev)
		p->prev->next = p->next;
	else
		q->head = p->next;
	if (p->next)
		p->next->prev = p->prev;
	else
		q->tail = p->prev;
	p->next = p->prev = NULL;
	q->len--;
	q->bytes -= p->pl.len;
}
