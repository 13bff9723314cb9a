// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Queue disciplines of the image and their options, as tc gives them to the kernel.
 *
 * Called by: the composition (checks), kernel_net.c. Calls: nothing; the kernel's own handlers read
 * what is written here.
 * Models: nothing; the disciplines are the packaged ones.
 * Leaves out: classes, filters, distributions of delays, options that are rarely used
 * Source: the attributes of linux/pkt_sched.h; defaults "0" are the kernel's own
 */
#include "nic_model/linux/kernel_qdisc.h"

#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml.h"

#define TC "tc(8)"

/* --- attributes --- */

struct message {
	uint8_t *at;
	size_t len, room;
};

static void put(struct message *m, unsigned short type, const void *data, size_t len)
{
	struct rtattr *a = (struct rtattr *)(m->at + m->len);

	sim_assert(m->len + RTA_SPACE(len) <= m->room);
	memset(a, 0, RTA_SPACE(len));
	a->rta_type = type;
	a->rta_len = (unsigned short)RTA_LENGTH(len);
	memcpy(RTA_DATA(a), data, len);
	m->len += RTA_SPACE(len);
}

static void put32(struct message *m, unsigned short type, uint64_t value)
{
	uint32_t v = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;

	put(m, type, &v, sizeof(v));
}

/* 0 is the kernel's default: it is not told. */
static void put32_given(struct message *m, unsigned short type, uint64_t value)
{
	if (value)
		put32(m, type, value);
}

#define US(ps) ((ps) / 1000000)

/* --- fq --- */

struct fq {
	uint32_t limit, flow_limit, quantum, initial_quantum;
	uint64_t maxrate_bps, horizon_ps;
	bool pacing;
};

#define OFF(m) offsetof(struct fq, m)
static const struct param fq_params[] = {
	{"limit", PARAM_U32, OFF(limit), "0", NULL, NULL, NULL, "packets in all", TC},
	{"flow_limit", PARAM_U32, OFF(flow_limit), "0", NULL, NULL, NULL, "packets of a flow", TC},
	{"quantum", PARAM_U32, OFF(quantum), "0", NULL, "1048576", NULL, "bytes a turn", TC},
	{"initial_quantum", PARAM_U32, OFF(initial_quantum), "0", NULL, "10485760", NULL,
	 "bytes a new flow may send at once", TC},
	{"maxrate", PARAM_RATE, OFF(maxrate_bps), "0bps", NULL, NULL, NULL,
	 "limit of a flow's pacing rate; 0: none", TC},
	{"pacing", PARAM_BOOL, OFF(pacing), "on", NULL, NULL, NULL,
	 "flows are sent at their pacing rate", TC},
	{"horizon", PARAM_TIME, OFF(horizon_ps), "0s", NULL, "1000s", NULL,
	 "packets that are to leave later than this are dropped", TC},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

static void fq_put(const void *p, struct message *m)
{
	const struct fq *q = p;

	put32_given(m, TCA_FQ_PLIMIT, q->limit);
	put32_given(m, TCA_FQ_FLOW_PLIMIT, q->flow_limit);
	put32_given(m, TCA_FQ_QUANTUM, q->quantum);
	put32_given(m, TCA_FQ_INITIAL_QUANTUM, q->initial_quantum);
	put32_given(m, TCA_FQ_FLOW_MAX_RATE, q->maxrate_bps / 8);
	put32(m, TCA_FQ_RATE_ENABLE, q->pacing);
	put32_given(m, TCA_FQ_HORIZON, US(q->horizon_ps));
}

/* --- fq_codel --- */

struct fq_codel {
	uint32_t limit, flows, quantum;
	uint64_t target_ps, interval_ps, memory;
	bool ecn;
};

#define OFF(m) offsetof(struct fq_codel, m)
static const struct param fq_codel_params[] = {
	{"limit", PARAM_U32, OFF(limit), "0", NULL, NULL, NULL, "packets in all", TC},
	{"flows", PARAM_U32, OFF(flows), "0", NULL, "65536", NULL, "queues that flows hash to", TC},
	{"quantum", PARAM_U32, OFF(quantum), "0", NULL, NULL, NULL, "bytes a turn", TC},
	{"target", PARAM_TIME, OFF(target_ps), "0s", NULL, "1000s", NULL, "delay that is accepted",
	 TC},
	{"interval", PARAM_TIME, OFF(interval_ps), "0s", NULL, "1000s", NULL,
	 "how long it must be more before packets are dropped", TC},
	{"memory_limit", PARAM_SIZE, OFF(memory), "0", NULL, "1GiB", NULL, "bytes in all", TC},
	{"ecn", PARAM_BOOL, OFF(ecn), "on", NULL, NULL, NULL, "mark instead of drop", TC},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

static void fq_codel_put(const void *p, struct message *m)
{
	const struct fq_codel *q = p;

	put32_given(m, TCA_FQ_CODEL_LIMIT, q->limit);
	put32_given(m, TCA_FQ_CODEL_FLOWS, q->flows);
	put32_given(m, TCA_FQ_CODEL_QUANTUM, q->quantum);
	put32_given(m, TCA_FQ_CODEL_TARGET, US(q->target_ps));
	put32_given(m, TCA_FQ_CODEL_INTERVAL, US(q->interval_ps));
	put32_given(m, TCA_FQ_CODEL_MEMORY_LIMIT, q->memory);
	put32(m, TCA_FQ_CODEL_ECN, q->ecn);
}

/* --- cake --- */

struct cake {
	uint64_t bandwidth_bps, rtt_ps, memory;
	int diffserv, flow_mode;
	bool ack_filter, split_gso;
};

static const char *const cake_diffserv[] = {"diffserv3",  "diffserv4",	"diffserv8",
					    "besteffort", "precedence", NULL};
static const char *const cake_flow_mode[] = {"flowblind",    "srchost",	       "dsthost",
					     "hosts",	     "flows",	       "dual-srchost",
					     "dual-dsthost", "triple-isolate", NULL};

#define OFF(m) offsetof(struct cake, m)
static const struct param cake_params[] = {
	{"bandwidth", PARAM_RATE, OFF(bandwidth_bps), "0bps", NULL, NULL, NULL,
	 "shaped to this rate; 0: unlimited", TC},
	{"rtt", PARAM_TIME, OFF(rtt_ps), "100ms", "1us", "1000s", NULL, "of typical flows", TC},
	{"diffserv", PARAM_ENUM, OFF(diffserv), "diffserv3", NULL, NULL, cake_diffserv,
	 "priorities by DSCP", TC},
	{"flow_mode", PARAM_ENUM, OFF(flow_mode), "triple-isolate", NULL, NULL, cake_flow_mode,
	 "what shares are fair among", TC},
	{"ack_filter", PARAM_BOOL, OFF(ack_filter), "off", NULL, NULL, NULL,
	 "drop ACKs that later ones make needless", TC},
	{"split_gso", PARAM_BOOL, OFF(split_gso), "on", NULL, NULL, NULL,
	 "large packets are segmented before they are queued", TC},
	{"memlimit", PARAM_SIZE, OFF(memory), "0", NULL, "1GiB", NULL, "bytes in all", TC},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

static void cake_put(const void *p, struct message *m)
{
	const struct cake *q = p;
	uint64_t rate = q->bandwidth_bps / 8;

	put(m, TCA_CAKE_BASE_RATE64, &rate, sizeof(rate));
	put32(m, TCA_CAKE_RTT, US(q->rtt_ps));
	put32(m, TCA_CAKE_DIFFSERV_MODE, (uint32_t)q->diffserv);
	put32(m, TCA_CAKE_FLOW_MODE, (uint32_t)q->flow_mode);
	put32(m, TCA_CAKE_ACK_FILTER, q->ack_filter);
	put32(m, TCA_CAKE_SPLIT_GSO, q->split_gso);
	put32_given(m, TCA_CAKE_MEMORY, q->memory);
}

/* --- tbf --- */

struct tbf {
	uint64_t rate_bps, burst, limit;
};

#define OFF(m) offsetof(struct tbf, m)
static const struct param tbf_params[] = {
	{"rate", PARAM_RATE, OFF(rate_bps), "100Mbps", "8bps", "400Gbps", NULL, "tokens", TC},
	{"burst", PARAM_SIZE, OFF(burst), "64KiB", "64", "1GiB", NULL, "size of the bucket", TC},
	{"limit", PARAM_SIZE, OFF(limit), "1MiB", "64", "1GiB", NULL, "bytes that wait", TC},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

static void tbf_put(const void *p, struct message *m)
{
	const struct tbf *q = p;
	uint64_t rate = q->rate_bps / 8;
	struct tc_tbf_qopt o = {.limit = (uint32_t)q->limit};

	o.rate.linklayer = TC_LINKLAYER_ETHERNET;
	o.rate.rate = rate > UINT32_MAX ? UINT32_MAX : (uint32_t)rate;
	put(m, TCA_TBF_PARMS, &o, sizeof(o));
	put32(m, TCA_TBF_BURST, q->burst);
	put(m, TCA_TBF_RATE64, &rate, sizeof(rate));
}

/* --- prio --- */

struct prio {
	uint32_t bands;
};

static const struct param prio_params[] = {
	{"bands", PARAM_U32, offsetof(struct prio, bands), "3", "3", "16", NULL,
	 "the first ones go first", TC},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};

static void prio_put(const void *p, struct message *m)
{
	struct tc_prio_qopt o = {
		.bands = (int)((const struct prio *)p)->bands,
		.priomap = {1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, /* tc's own */
	};

	sim_assert(m->len + sizeof(o) <= m->room);
	memcpy(m->at + m->len, &o, sizeof(o));
	m->len += sizeof(o);
}

/* --- netem --- */

struct netem {
	uint64_t delay_ps, jitter_ps, rate_bps;
	double loss, duplicate, reorder, corrupt;
	uint32_t limit, gap;
};

#define OFF(m) offsetof(struct netem, m)
static const struct param netem_params[] = {
	{"limit", PARAM_U32, OFF(limit), "1000", "1", NULL, NULL, "packets in all", TC},
	{"delay", PARAM_TIME, OFF(delay_ps), "0s", NULL, "1000s", NULL, "of each packet", TC},
	{"jitter", PARAM_TIME, OFF(jitter_ps), "0s", NULL, "1000s", NULL,
	 "delays differ by up to this, uniformly", TC},
	{"loss", PARAM_DOUBLE, OFF(loss), "0", "0", "1", NULL, "probability", TC},
	{"duplicate", PARAM_DOUBLE, OFF(duplicate), "0", "0", "1", NULL, "probability", TC},
	{"reorder", PARAM_DOUBLE, OFF(reorder), "0", "0", "1", NULL,
	 "probability that a packet is not delayed", TC},
	{"gap", PARAM_U32, OFF(gap), "0", NULL, NULL, NULL,
	 "each gap-th packet can be reordered; 0: each one", TC},
	{"corrupt", PARAM_DOUBLE, OFF(corrupt), "0", "0", "1", NULL,
	 "probability that a bit is flipped", TC},
	{"rate", PARAM_RATE, OFF(rate_bps), "0bps", NULL, NULL, NULL, "0: unlimited", TC},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

static uint32_t share(double p)
{
	return (uint32_t)(p * (double)UINT32_MAX + 0.5);
}

static void netem_put(const void *p, struct message *m)
{
	const struct netem *q = p;
	struct tc_netem_qopt o = {.limit = q->limit,
				  .loss = share(q->loss),
				  .duplicate = share(q->duplicate),
				  .gap = q->gap ? q->gap : q->reorder > 0};
	struct tc_netem_reorder reorder = {.probability = share(q->reorder)};
	struct tc_netem_corrupt corrupt = {.probability = share(q->corrupt)};
	uint64_t bytes = q->rate_bps / 8;
	struct tc_netem_rate rate = {.rate = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes};
	int64_t delay = (int64_t)(q->delay_ps / 1000), jitter = (int64_t)(q->jitter_ps / 1000);

	sim_assert(m->len + NLMSG_ALIGN(sizeof(o)) <= m->room);
	memcpy(m->at + m->len, &o, sizeof(o));
	m->len += NLMSG_ALIGN(sizeof(o));
	put(m, TCA_NETEM_LATENCY64, &delay, sizeof(delay));
	put(m, TCA_NETEM_JITTER64, &jitter, sizeof(jitter));
	put(m, TCA_NETEM_REORDER, &reorder, sizeof(reorder));
	put(m, TCA_NETEM_CORRUPT, &corrupt, sizeof(corrupt));
	if (q->rate_bps) {
		put(m, TCA_NETEM_RATE, &rate, sizeof(rate));
		put(m, TCA_NETEM_RATE64, &bytes, sizeof(bytes));
	}
}

/* --- pfifo, bfifo --- */

struct fifo_limit {
	uint64_t limit;
};

static const struct param pfifo_params[] = {
	{"limit", PARAM_U64, offsetof(struct fifo_limit, limit), "0", NULL, "4000000000", NULL,
	 "packets; 0: the device's txqueuelen", TC},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
static const struct param bfifo_params[] = {
	{"limit", PARAM_SIZE, offsetof(struct fifo_limit, limit), "0", NULL, "3GiB", NULL,
	 "bytes; 0: txqueuelen times the MTU", TC},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};

static void fifo_put(const void *p, struct message *m)
{
	struct tc_fifo_qopt o = {.limit = (uint32_t)((const struct fifo_limit *)p)->limit};

	if (!o.limit)
		return;
	memcpy(m->at + m->len, &o, sizeof(o));
	m->len += sizeof(o);
}

/* --- all --- */

#define TABLE(name_, help_, params_, type_)                                                        \
	&(const struct param_table)                                                                \
	{                                                                                          \
		"tc.linux-6.1." name_, help_, params_, sizeof(type_)                               \
	}

static const struct kind {
	struct kernel_qdisc_name n;
	void (*put)(const void *params, struct message *m);
} kinds[] = {
	{{"pfifo_fast", "three bands of packets in order", NULL}, NULL},
	{{"fq_codel", "fair queues with controlled delay",
	  TABLE("fq_codel", "Fair queues with controlled delay, real code.", fq_codel_params,
		struct fq_codel)},
	 fq_codel_put},
	{{"fq", "fair queue with pacing",
	  TABLE("fq", "Fair queue with pacing, real code.", fq_params, struct fq)},
	 fq_put},
	{{"cake", "shaper with fair queues",
	  TABLE("cake", "Shaper with fair queues, real code.", cake_params, struct cake)},
	 cake_put},
	{{"tbf", "token bucket filter",
	  TABLE("tbf", "Token bucket filter, real code.", tbf_params, struct tbf)},
	 tbf_put},
	{{"prio", "bands by priority",
	  TABLE("prio", "Bands by priority, real code.", prio_params, struct prio)},
	 prio_put},
	{{"netem", "delay, loss, duplication, reordering",
	  TABLE("netem", "Network emulator, real code.", netem_params, struct netem)},
	 netem_put},
	{{"pfifo", "packets in order",
	  TABLE("pfifo", "Packets in order, real code.", pfifo_params, struct fifo_limit)},
	 fifo_put},
	{{"bfifo", "packets in order, limited in bytes",
	  TABLE("bfifo", "Packets in order, limited in bytes, real code.", bfifo_params,
		struct fifo_limit)},
	 fifo_put},
	{{"mq", "one discipline a transmit queue", NULL}, NULL},
	{{"noqueue", "no queue: what the device cannot take is dropped", NULL}, NULL},
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

const struct kernel_qdisc_name *kernel_qdisc_name(unsigned int i)
{
	return i < KINDS ? &kinds[i].n : NULL;
}

static const struct kind *find(const char *name)
{
	for (unsigned int i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i].n.name, name))
			return &kinds[i];
	return NULL;
}

static char *unknown(struct yaml_node *at, const char *name)
{
	const char *names[KINDS], *near;

	for (unsigned int i = 0; i < KINDS; i++)
		names[i] = kinds[i].n.name;
	near = nearest_name(name, names, KINDS);
	return near ? yaml_error(
			      at,
			      "linux-6.1 has no queue discipline \"%s\" here; did you mean \"%s\"?",
			      name, near)
		    : yaml_error(at,
				 "linux-6.1 has no queue discipline \"%s\" here (`nicpath list "
				 "qdiscs` "
				 "shows them)",
				 name);
}

char *kernel_qdisc_load(struct yaml_node *at, const char *name, struct yaml_node *options,
			struct kernel_qdisc *out)
{
	const struct kind *k = find(name);
	struct message m = {out->options, 0, sizeof(out->options)};
	void *params;
	char *err;

	memset(out, 0, sizeof(*out));
	if (!k)
		return unknown(at, name);
	if (options && !k->n.params)
		return yaml_error(options, "%s takes no options", name);
	if (!strcmp(name, "mq"))
		return yaml_error(at, "mq: forcedeth has one transmit queue only");
	snprintf(out->name, sizeof(out->name), "%s", name);
	if (!k->n.params)
		return NULL;
	params = xcalloc(1, k->n.params->struct_size);
	param_defaults(k->n.params, params);
	err = param_load(k->n.params, options, params);
	if (!err)
		k->put(params, &m);
	out->len = m.len;
	free(params);
	return err;
}
