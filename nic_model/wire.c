/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: nic.c (transmit).  Calls: the receiving device's eth_rx,
 * eth_tx_done, link_change.
 * Models: serialisation with preamble, FCS and gap; propagation; loss,
 * duplication, reordering, corruption, each from a random stream of its own;
 * 802.3x pause; link down and up; capture.
 * Leaves out: half duplex, autonegotiation (the PHY of a device has that), bit
 * errors by length (a frame's probability is the same for every length).
 * Source: IEEE 802.3 clauses 3, 4.4.2 (gap), 31B (pause).
 */
#include "nic_model/wire.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/nic.h"
#include "nic_model/wire_int.h"
#include "sim/check.h"

#define PREAMBLE    8u
#define FCS	    4u
#define GAP	    12u
#define PAUSE_BYTES 60u
#define MIN_BYTES   60u

#define P(name_, field, type_, def_, min_, max_, help_, source_)                                   \
	{                                                                                          \
		.name = (name_), .type = (type_), .offset = offsetof(struct wire_params, field),   \
		.def = (def_), .min = (min_), .max = (max_), .help = (help_), .source = (source_)  \
	}

static const struct param params[] = {
	P("rate", rate_bps, PARAM_RATE, "1Gbps", "1Mbps", "800Gbps", "bit rate of each direction",
	  "assumed"),
	P("delay", delay_ps, PARAM_TIME, "500ns", "0ns", "10s", "propagation, one way",
	  "assumed: a short cable and two PHYs"),
	P("loss", loss, PARAM_DOUBLE, "0", "0", "1", "probability that a frame is lost", "assumed"),
	P("duplicate", duplicate, PARAM_DOUBLE, "0", "0", "1", "probability of a second copy",
	  "assumed"),
	P("reorder", reorder, PARAM_DOUBLE, "0", "0", "1", "probability of extra delay", "assumed"),
	P("reorder_delay", reorder_delay_ps, PARAM_TIME, "100us", "0ns", "10s",
	  "extra delay of a reordered frame", "assumed"),
	P("corrupt", corrupt, PARAM_DOUBLE, "0", "0", "1", "probability that the FCS fails",
	  "assumed"),
	P("flap_every", flap_every_ps, PARAM_TIME, "0ns", "0ns", "1000s",
	  "time between losses of link; 0: never", "assumed"),
	P("flap_down", flap_down_ps, PARAM_TIME, "100ms", "0ns", "1000s", "how long it stays down",
	  "assumed"),
	{.name = NULL},
};

const struct param_table wire_param_table = {
	.name = "link",
	.help = "Ethernet link between two ports.",
	.params = params,
	.struct_size = sizeof(struct wire_params),
};

uint64_t wire_bytes_ps(const struct wire_port *p, uint64_t bytes)
{
	return bytes * p->wire->byte_ps_q >> 16;
}

uint64_t wire_rate_bps(const struct wire_port *p)
{
	return p->wire->p.rate_bps;
}

struct nic *wire_peer(const struct wire_port *p)
{
	return p->peer->nic;
}

bool wire_is_up(const struct wire_port *p)
{
	return p->wire->up;
}

bool wire_busy(const struct wire_port *p)
{
	uint64_t now = sim_now().ps;

	return now < p->free_at || now < p->paused_until;
}

bool wire_sending(const struct wire_port *p)
{
	return sim_now().ps < p->free_at;
}

/* The port's next free moment: the device may go on. */
static void port_free(void *arg)
{
	struct wire_port *p = arg;

	if (p->pause_pending) {
		p->pause_pending = false;
		wire_send_pause(p, p->pause_quanta);
	}
	if (wire_busy(p)) {
		uint64_t at = p->free_at > p->paused_until ? p->free_at : p->paused_until;

		sim_at(&p->free_event, SIM_PS(at));
		if (sim_now().ps < p->free_at)
			return;
	}
	if (p->nic && p->nic->ops->eth_tx_done)
		p->nic->ops->eth_tx_done(p->nic);
}

static void deliver(struct wire_port *from, struct frame *f)
{
	struct wire_port *to = from->peer;

	from->stats.in_flight--;
	if (!from->wire->up || !to->nic) {
		from->stats.lost++;
		frame_free(f);
		return;
	}
	from->stats.delivered++;
	trace_instant(TRACE_NIC, to->nic->track, sim_now(), "receive", f->len);
	if (to->pcap)
		wire_pcap(to->pcap, f);
	to->nic->ops->eth_rx(to->nic, f);
}

/* First in line has arrived. */
static void arrival(void *arg)
{
	struct wire_port *p = arg;
	struct wire_slot s = p->q[p->head];

	p->head = (p->head + 1) & (p->room - 1);
	if (--p->count)
		sim_at(&p->arrival_event, SIM_PS(p->q[p->head].ps));
	deliver(p, s.frame);
}

static void grow(struct wire_port *p)
{
	struct wire_slot *q = xcalloc((size_t)p->room * 2, sizeof(*q));
	uint32_t i;

	for (i = 0; i < p->count; i++)
		q[i] = p->q[(p->head + i) & (p->room - 1)];
	free(p->q);
	p->q = q;
	p->head = 0;
	p->room *= 2;
}

static void enqueue(struct wire_port *p, struct frame *f, uint64_t ps)
{
	if (p->count == p->room)
		grow(p);
	p->q[(p->head + p->count++) & (p->room - 1)] = (struct wire_slot){ps, f};
	if (p->count == 1)
		sim_at(&p->arrival_event, SIM_PS(ps));
	p->stats.in_flight++;
}

static void late_arrival(void *arg)
{
	struct wire_late *l = arg;

	deliver(l->from, l->frame);
	free(l);
}

static void enqueue_late(struct wire_port *p, struct frame *f, uint64_t ps)
{
	struct wire_late *l = xmalloc(sizeof(*l));

	*l = (struct wire_late){p, f};
	p->stats.reordered++;
	p->stats.in_flight++;
	sim_call_at(SIM_PS(ps), SIM_PRIO_HW, late_arrival, l);
}

/* What can happen to a frame on its way. */
static void fly(struct wire_port *p, struct frame *f, uint64_t arrives)
{
	struct wire *w = p->wire;

	if (!w->up || (w->p.loss > 0 && rng_chance(p->rng[WIRE_LOSS], w->p.loss))) {
		p->stats.lost++;
		frame_free(f);
		return;
	}
	if (w->p.corrupt > 0 && rng_chance(p->rng[WIRE_CORRUPT], w->p.corrupt)) {
		p->stats.corrupted++;
		f->bad = true;
	}
	if (w->p.duplicate > 0 && rng_chance(p->rng[WIRE_DUPLICATE], w->p.duplicate)) {
		p->stats.duplicated++;
		enqueue(p, frame_copy(f), arrives);
	}
	if (w->p.reorder > 0 && rng_chance(p->rng[WIRE_REORDER], w->p.reorder))
		enqueue_late(p, f, arrives + w->p.reorder_delay_ps);
	else
		enqueue(p, f, arrives);
}

bool wire_send(struct wire_port *p, struct frame *f)
{
	uint64_t now = sim_now().ps;
	uint32_t len = f->len < MIN_BYTES ? MIN_BYTES : f->len;

	if (wire_busy(p))
		return false;
	p->free_at = now + wire_bytes_ps(p, PREAMBLE + FCS + GAP + (uint64_t)len);
	p->stats.frames++;
	p->stats.bytes += len;
	if (p->pcap)
		wire_pcap(p->pcap, f);
	fly(p, f, now + wire_bytes_ps(p, PREAMBLE + FCS + (uint64_t)len) + p->wire->p.delay_ps);
	sim_at(&p->free_event, SIM_PS(p->free_at));
	return true;
}

void wire_pause(struct wire_port *p, uint64_t quanta_ps)
{
	p->paused_until = sim_now().ps + quanta_ps;
	if (sim_now().ps >= p->free_at)
		sim_at(&p->free_event, SIM_PS(p->paused_until));
}

static void pause_arrival(void *arg)
{
	struct wire_pause *a = arg;

	if (a->from->peer->honours_pause && a->from->wire->up)
		wire_pause(a->from->peer, wire_bytes_ps(a->from, a->quanta * 64ull));
	free(a);
}

/* Not held up by a pause of the port itself. */
void wire_send_pause(struct wire_port *p, uint16_t quanta)
{
	uint64_t now = sim_now().ps, arrives;
	struct wire_pause *a;

	if (now < p->free_at) {
		p->pause_pending = true;
		p->pause_quanta = quanta;
		return;
	}
	a = xmalloc(sizeof(*a));
	*a = (struct wire_pause){p, quanta};
	p->stats.pause++;
	p->free_at = now + wire_bytes_ps(p, PREAMBLE + PAUSE_BYTES + FCS + GAP);
	arrives = now + wire_bytes_ps(p, PREAMBLE + PAUSE_BYTES + FCS) + p->wire->p.delay_ps;
	sim_call_at(SIM_PS(arrives), SIM_PRIO_HW, pause_arrival, a);
	sim_at(&p->free_event, SIM_PS(p->free_at));
}

void wire_honour_pause(struct wire_port *p, bool on)
{
	p->honours_pause = on;
}

void wire_set_link(struct wire *w, bool up)
{
	unsigned int end;

	if (w->up == up)
		return;
	w->up = up;
	for (end = 0; end < 2; end++) {
		struct nic *n = w->port[end].nic;

		if (n && n->ops->link_change)
			n->ops->link_change(n, up);
	}
}

static void flap(void *arg)
{
	struct wire *w = arg;

	wire_set_link(w, !w->up);
	sim_after(&w->flap_event, SIM_PS(w->up ? w->p.flap_every_ps : w->p.flap_down_ps));
}

static void port_init(struct wire *w, unsigned int end, uint64_t seed)
{
	static const char *const streams[WIRE_STREAMS] = {"loss", "duplicate", "reorder",
							  "corrupt"};
	struct wire_port *p = &w->port[end];
	int i;

	p->wire = w;
	p->peer = &w->port[!end];
	p->room = 16;
	p->q = xcalloc(p->room, sizeof(p->q[0]));
	sim_event_init(&p->free_event, "wire.free", SIM_PRIO_HW, port_free, p);
	sim_event_init(&p->arrival_event, "wire.arrival", SIM_PRIO_HW, arrival, p);
	for (i = 0; i < WIRE_STREAMS; i++) {
		char *name = xasprintf("%s.%u.%s", w->name, end, streams[i]);

		p->rng[i] = rng_new(seed, name);
		free(name);
	}
}

char *wire_new(const char *name, const struct wire_params *p, uint64_t seed, struct wire **out)
{
	struct wire *w = xcalloc(1, sizeof(*w));

	w->name = xstrdup(name);
	w->p = *p;
	w->up = true;
	w->byte_ps_q = (uint64_t)(8e12 / (double)p->rate_bps * 65536 + 0.5);
	port_init(w, 0, seed);
	port_init(w, 1, seed);
	sim_event_init(&w->flap_event, "wire.flap", SIM_PRIO_HW, flap, w);
	sim_event_background(&w->flap_event);
	if (p->flap_every_ps)
		sim_after(&w->flap_event, SIM_PS(p->flap_every_ps));
	*out = w;
	return NULL;
}

void wire_free(struct wire *w)
{
	unsigned int end;

	sim_cancel(&w->flap_event);
	for (end = 0; end < 2; end++) {
		struct wire_port *p = &w->port[end];

		sim_cancel(&p->free_event);
		sim_cancel(&p->arrival_event);
		while (p->count--)
			frame_free(p->q[p->head++ & (p->room - 1)].frame);
		if (p->pcap)
			trace_pcap_close(p->pcap);
		free(p->q);
	}
	free(w->name);
	free(w);
}

struct wire_port *wire_port(struct wire *w, unsigned int end)
{
	sim_assert(end < 2);
	return &w->port[end];
}

void wire_attach(struct wire *w, unsigned int end, struct nic *n)
{
	wire_port(w, end)->nic = n;
	n->port = wire_port(w, end);
	if (n->ops->link_change)
		n->ops->link_change(n, w->up);
}

const struct wire_stats *wire_stats(const struct wire *w, unsigned int from_end)
{
	sim_assert(from_end < 2);
	return &w->port[from_end].stats;
}

char *wire_capture(struct wire *w, unsigned int end, const char *file)
{
	return trace_pcap_open(file, &wire_port(w, end)->pcap);
}

char *wire_capture_end(struct wire *w, unsigned int end)
{
	struct wire_port *p = wire_port(w, end);
	char *err = trace_pcap_close(p->pcap);

	p->pcap = NULL;
	return err;
}
