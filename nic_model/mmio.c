/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: drivers, in CPU context.  Calls: pcie, the device's registers.
 * Models: posted writes arrive in order after the bus latency, and the CPU goes
 * on once they have left it; a read stalls the CPU until its completion is back,
 * pushes earlier writes before it, and no interrupt is taken inside it.
 * Leaves out: the depth of the CPU's write buffer.
 * Source: PCI Local Bus Specification 3.0, section 3.2.5 (ordering).
 */
#include "nic_model/mmio.h"

#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/irq.h"
#include "nic_model/nic.h"
#include "nic_model/pcie.h"
#include "sim/check.h"
#include "sim/trace.h"

#define WC_BYTES 64

struct posted {
	uint64_t ps; /* arrival */
	uint32_t off, len;
	uint8_t data[WC_BYTES];
};

struct mmio {
	struct nic *nic;
	struct posted *q; /* ring, in order of arrival */
	uint32_t head, count, room;
	struct sim_event arrive;
};

static void apply(struct nic *n, const struct posted *w)
{
	uint32_t i, value;

	n->stats.reg_writes++;
	trace_instant(TRACE_NIC, n->track, sim_now(), "write", w->off);
	if (w->len > 4 && n->ops->mem_write) {
		n->ops->mem_write(n, w->off, w->data, w->len);
		return;
	}
	for (i = 0; i < w->len; i += 4) {
		memcpy(&value, w->data + i, 4);
		n->ops->reg_write(n, w->off + i, value, 4);
	}
}

/* Hands over what has arrived; arms the event for the next. */
static void arrive(void *arg)
{
	struct mmio *m = arg;

	while (m->count && m->q[m->head].ps <= sim_now().ps) {
		struct posted w = m->q[m->head];

		m->head = (m->head + 1) & (m->room - 1);
		m->count--;
		apply(m->nic, &w);
	}
	if (m->count)
		sim_at(&m->arrive, SIM_PS(m->q[m->head].ps));
}

struct mmio *mmio_new(struct nic *n)
{
	struct mmio *m = xcalloc(1, sizeof(*m));

	m->nic = n;
	m->room = 16;
	m->q = xcalloc(m->room, sizeof(m->q[0]));
	sim_event_init(&m->arrive, "mmio", SIM_PRIO_HW, arrive, m);
	return m;
}

void mmio_free(struct mmio *m)
{
	sim_cancel(&m->arrive);
	free(m->q);
	free(m);
}

static void grow(struct mmio *m)
{
	struct posted *q = xcalloc((size_t)m->room * 2, sizeof(*q));
	uint32_t i;

	for (i = 0; i < m->count; i++)
		q[i] = m->q[(m->head + i) & (m->room - 1)];
	free(m->q);
	m->q = q;
	m->head = 0;
	m->room *= 2;
}

/*
 * In order of arrival: CPUs whose clocks differ a little may post in another
 * order than the writes come.
 */
static struct posted *insert(struct mmio *m, uint64_t ps)
{
	uint32_t i;

	if (m->count == m->room)
		grow(m);
	for (i = m->count++; i; i--) {
		struct posted *before = &m->q[(m->head + i - 1) & (m->room - 1)];

		if (before->ps <= ps)
			break;
		m->q[(m->head + i) & (m->room - 1)] = *before;
	}
	if (i == 0)
		sim_at(&m->arrive, SIM_PS(ps));
	m->q[(m->head + i) & (m->room - 1)].ps = ps;
	return &m->q[(m->head + i) & (m->room - 1)];
}

static void post(struct nic *n, uint32_t off, const void *data, uint32_t len)
{
	struct posted *w;

	sim_assert(len <= WC_BYTES);
	w = insert(n->mmio, pcie_mmio_write(n->pcie, len, cpu_now()).ps);
	w->off = off;
	w->len = len;
	memcpy(w->data, data, len);
}

void nic_mmio_write(struct nic *n, uint32_t off, uint32_t value)
{
	post(n, off, &value, 4);
	cpu_stall(SIM_PS(pcie_params(n->pcie)->mmio_write_ps), CAUSE_MMIO);
}

void nic_mmio_write64(struct nic *n, uint32_t off, uint64_t value)
{
	post(n, off, &value, 8);
	cpu_stall(SIM_PS(pcie_params(n->pcie)->mmio_write_ps), CAUSE_MMIO);
}

void nic_mmio_write_wc(struct nic *n, uint32_t off, const void *buf, uint32_t len)
{
	post(n, off, buf, len);
	cpu_stall(SIM_PS(pcie_params(n->pcie)->mmio_wc_ps), CAUSE_MMIO);
}

uint32_t nic_mmio_read(struct nic *n, uint32_t off)
{
	bool on = irqs_off();
	sim_time at, back;
	uint32_t value;

	cpu_sync();
	at = pcie_mmio_request(n->pcie, cpu_now());
	cpu_stall(sim_sub(at, cpu_now()), CAUSE_MMIO);
	cpu_sync();
	arrive(n->mmio); /* writes that came at this very moment go first */
	n->stats.reg_reads++;
	value = n->ops->reg_read(n, off, 4);
	back = pcie_mmio_reply(n->pcie, 4, sim_now());
	cpu_stall(sim_sub(back, cpu_now()), CAUSE_MMIO);
	irqs_restore(on);
	return value;
}
