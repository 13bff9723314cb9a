/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tbf: token bucket filter, a rate limit with a burst.
 *
 * Called by: qdisc.c through qdisc_ops; its own timer
 * Calls: qdisc_schedule (watchdog)
 * Models: one FIFO, tokens in time units of the rate, watchdog that schedules
 *	the qdisc when the head packet's tokens will be there
 * Leaves out: peak rate and mtu bucket, inner discipline
 * Source: Linux net/sched/sch_tbf.c, v2.6.37
 */
#include "models/tx/qdisc.h"

#include "models/host/cpu.h"
#include "models/host/timer.h"
#include "sim/check.h"

struct tbf_params {
	uint64_t rate_bps, burst_bytes, limit_bytes;
};

static const struct param params[] = {
	{"rate", PARAM_RATE, offsetof(struct tbf_params, rate_bps), "100Mbps", "1kbps", "400Gbps",
	 NULL, "long-run rate, headers included, without FCS, preamble and gap", "tc-tbf(8)"},
	{"burst", PARAM_SIZE, offsetof(struct tbf_params, burst_bytes), "64KiB", "64", "1GiB", NULL,
	 "bytes that may go at once", "tc-tbf(8)"},
	{"limit", PARAM_SIZE, offsetof(struct tbf_params, limit_bytes), "1MiB", "64", "1GiB", NULL,
	 "bytes that may wait", "tc-tbf(8)"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};

static const struct param_table table = {"tc.tbf", "Token bucket filter.", params,
					 sizeof(struct tbf_params)};

struct tbf {
	struct pkt_queue fifo;
	int64_t tokens_ps; /* time worth of tokens; negative never */
	int64_t burst_ps;
	sim_time checked;
	struct hrtimer *watchdog;
};

static int64_t bytes_ps(const struct tbf_params *p, uint64_t bytes)
{
	return (int64_t)((unsigned __int128)bytes * 8u * 1000000000000u / p->rate_bps);
}

static enum xmit_result tbf_enqueue(struct qdisc *q, struct pkt *p)
{
	const struct tbf_params *prm = q->params;
	struct tbf *t = q->priv;
	KFN(tbf_enqueue);

	mem_rw(t->fifo.addr, 24);
	if (pkt_len(p) > prm->burst_bytes || t->fifo.bytes + pkt_len(p) > prm->limit_bytes) {
		qdisc_drop(q, p);
		return XMIT_DROP;
	}
	mem_write(pkt_line(p, 0), 16);
	pkt_queue_tail(&t->fifo, p);
	qdisc_in(q, p);
	return XMIT_SUCCESS;
}

static struct pkt *tbf_dequeue(struct qdisc *q)
{
	const struct tbf_params *prm = q->params;
	struct tbf *t = q->priv;
	struct pkt *p = t->fifo.head;
	sim_time now = cpu_now();
	int64_t have, need;
	KFN(tbf_dequeue);

	mem_rw(t->fifo.addr, 32);
	if (!p)
		return NULL;
	have = t->tokens_ps + (int64_t)sim_sub(now, t->checked).ps;
	if (have > t->burst_ps)
		have = t->burst_ps;
	need = bytes_ps(prm, pkt_len(p));
	if (have < need) {
		q->overlimits++;
		hrtimer_arm(t->watchdog, sim_add(now, SIM_PS(need - have)));
		return NULL;
	}
	t->tokens_ps = have - need;
	t->checked = now;
	p = pkt_dequeue(&t->fifo);
	mem_rw(pkt_line(p, 0), 16);
	qdisc_out(q, p);
	return p;
}

/* Hardirq context. */
static void watchdog(void *arg)
{
	KFN(qdisc_watchdog);

	qdisc_schedule(arg);
}

static char *tbf_init(struct qdisc *q)
{
	const struct tbf_params *prm = q->params;
	struct tbf *t = xcalloc(1, sizeof(*t));

	pkt_queue_init(&t->fifo, q->addr + 192);
	t->burst_ps = bytes_ps(prm, prm->burst_bytes);
	t->tokens_ps = t->burst_ps;
	t->watchdog = hrtimer_new("tbf", watchdog, q);
	q->priv = t;
	return NULL;
}

const struct qdisc_ops tbf_ops = {
	.name = "tbf",
	.help = "token bucket: a rate with a burst",
	.params = &table,
	.init = tbf_init,
	.enqueue = tbf_enqueue,
	.dequeue = tbf_dequeue,
};
