// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What an image calls: the functions of struct kimage_sim.
 *
 * Called by: glue/ in the image, on the running CPU's kernel stack. Calls: vcpu.c, devices.
 * Models: IPIs with a latency, a one-shot timer a CPU, interrupt routes with mask and level.
 * Leaves out: the APIC's registers (calls stand for them), NMIs.
 * Source: none; the interface is glue/'s and ours (kimage.h).
 */
#include "nic_model/linux/machine_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/linux/fault.h"
#include "nic_model/linux/gsbase.h"
#include "nic_model/linux/lockup.h"
#include "sim/check.h"

#define PAUSE_PS      20000 /* pause: 40 cycles at 2 GHz; 10 on old cores, 140 on Skylake (assumed) */
#define HANDLER_PS    1000000 /* assumed */
#define DELAY_STEP_PS 1000000 /* how often a busy delay looks for interrupts */

/* --- interrupts --- */

void machine_timer_fires(void *arg)
{
	vcpu_raise(arg, KIMAGE_VEC_TIMER);
}

struct ipi {
	struct vcpu *c;
	unsigned int vector;
};

static void ipi_arrives(void *arg)
{
	struct ipi *ipi = arg;

	vcpu_raise(ipi->c, ipi->vector);
	free(ipi);
}

void machine_irq(struct machine *m, unsigned int device, unsigned int index, bool up)
{
	struct irq_route *r = &m->route[device][index];

	if (m->kind[device] == 0)
		r->level = up;
	if (!up)
		return;
	if (r->masked)
		r->pending = true;
	else if (r->vector)
		vcpu_raise(&m->cpu[r->cpu], r->vector);
}

/* --- what the image calls --- */

/* Kernel code keeps its stack aligned to 8 bytes only; ours relies on 16. */
#define ALIGNED __attribute__((force_align_arg_pointer))

ALIGNED static unsigned long op_now(void *arg)
{
	(void)arg;
	return vcpu_now(machine_running) / 1000;
}

ALIGNED static void op_relax(void *arg)
{
	struct vcpu *c = machine_running;

	(void)arg;
	vcpu_spend(c, PAUSE_PS, CAUSE_SPIN);
	vcpu_sync(c);
	lockup_look(c, true);
}

ALIGNED static void op_delay(void *arg, unsigned long ns)
{
	struct vcpu *c = machine_running;
	uint64_t until = vcpu_now(c) + ns * 1000;

	(void)arg;
	while (vcpu_now(c) < until) {
		uint64_t left = until - vcpu_now(c);

		/* In steps, so that interrupts are served inside long delays. */
		vcpu_spend(c, left < DELAY_STEP_PS ? left : DELAY_STEP_PS, CAUSE_SPIN);
		vcpu_sync(c);
		if (*vcpu_pending(c))
			kernel_poll(c->m, __builtin_dwarf_cfa());
	}
}

ALIGNED static void op_halt(void *arg)
{
	(void)arg;
	vcpu_halt(machine_running);
}

void machine_on_stack(void (*fn)(void *), void *arg, void *top)
{
	asm volatile("movq %%rsp, %%rbx\n\t"
		     "movq %2, %%rsp\n\t"
		     "andq $-16, %%rsp\n\t"
		     "movq %1, %%rdi\n\t"
		     "call *%0\n\t"
		     "movq %%rbx, %%rsp\n\t"
		     :
		     : "r"(fn), "r"(arg), "r"(top)
		     : "rbx", "rdi", "rax", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory",
		       "cc");
}

static void secondary_thread(void *arg)
{
	struct vcpu *c = arg;

	if (vcpu_charge(c)) {
		charge_park(c->m->charge, c->id, false);
		charge_wait_until(c->m->charge, c->id, sim_now().ps);
	}
	vcpu_run(c);
	c->since = vcpu_now(c);
	/* Directly: a frame of ours would move the kernel's. */
	machine_on_stack((void (*)(void *))(void (*)(void))c->fn, NULL, c->top);
}

ALIGNED static void op_start_cpu(void *arg, unsigned int cpu, void (*fn)(void), void *top)
{
	struct machine *m = arg;
	struct vcpu *c = &m->cpu[cpu];
	char name[64];

	vcpu_sync(machine_running);
	c->fn = fn;
	c->top = (char *)top - 64;
	/* The image publishes its pending words before it starts CPUs: per-CPU offset follows from
	 * them. */
	c->gs = machine_running->gs + ((uintptr_t)m->img.head->pending[cpu] -
				       (uintptr_t)m->img.head->pending[machine_running->id]);
	if (m->charge)
		charge_gs(m->charge, cpu, c->gs);
	snprintf(name, sizeof(name), "%s.cpu%u", m->p.name, cpu);
	c->thread = sim_thread_new(name, secondary_thread, c, 0);
	vcpu_run(machine_running);
}

ALIGNED static void op_send(void *arg, unsigned int cpu, unsigned int vector)
{
	struct machine *m = arg;
	struct ipi *ipi;

	if (cpu == machine_running->id) {
		vcpu_raise(machine_running, vector);
		return;
	}
	ipi = xmalloc(sizeof(*ipi));
	ipi->c = &m->cpu[cpu];
	ipi->vector = vector;
	sim_call_at(SIM_PS(vcpu_now(machine_running) + m->p.ipi_ps), SIM_PRIO_HW, ipi_arrives, ipi);
	vcpu_run(machine_running);
}

ALIGNED static void op_timer(void *arg, unsigned long at)
{
	struct vcpu *c = machine_running;
	uint64_t ps = at * 1000;

	(void)arg;
	if (!at)
		sim_cancel(&c->timer);
	else
		sim_at(&c->timer, SIM_PS(ps > vcpu_now(c) ? ps : vcpu_now(c)));
	vcpu_run(c);
}

ALIGNED static void op_set_gs(void *arg, unsigned long base)
{
	struct vcpu *c = machine_running;

	(void)arg;
	c->gs = base;
	gsbase_write(base);
	if (c->m->charge)
		charge_gs(c->m->charge, c->id, base);
}

/* Of the mode that is left, or of the one that is entered: as models/host/irq.c and task.c have it.
 */
static void mode_switch(struct machine *m, struct vcpu *c, enum kimage_context to)
{
	enum kimage_context from = c->context;

	if (from == KIMAGE_IRQ && to != KIMAGE_IRQ)
		charge_stall(m->charge, c->id, m->irq_exit, CAUSE_ISSUE);
	else if (to == KIMAGE_USER && from == KIMAGE_SYSTEM)
		charge_stall(m->charge, c->id, m->sysret, CAUSE_ISSUE);
	vcpu_context(c, to);
	if (to == KIMAGE_IRQ && from != KIMAGE_IRQ)
		charge_stall(m->charge, c->id, m->irq_entry, CAUSE_ISSUE);
	else if (from == KIMAGE_USER && to == KIMAGE_SYSTEM)
		charge_stall(m->charge, c->id, m->syscall, CAUSE_ISSUE);
}

ALIGNED static void op_context(void *arg, enum kimage_context to)
{
	struct machine *m = arg;

	if (!m->charged && to == KIMAGE_SYSTEM && machine_running->context == KIMAGE_USER)
		vcpu_spend(machine_running, m->p.syscall_ps, CAUSE_ISSUE);
	if (m->charged)
		mode_switch(m, machine_running, to);
	else
		vcpu_context(machine_running, to);
}

ALIGNED static unsigned long op_mmio_read(void *arg, unsigned int fn, unsigned int bar,
					  unsigned long off, unsigned int bytes)
{
	struct machine *m = arg;
	struct machine_device *d = &m->device[fn];

	if (m->charged && !m->outside)
		charge_drain(m->charge, machine_running->id);
	return d->read(d->arg, bar, off, bytes);
}

ALIGNED static void op_mmio_write(void *arg, unsigned int fn, unsigned int bar, unsigned long off,
				  unsigned int bytes, unsigned long value)
{
	struct machine *m = arg;
	struct machine_device *d = &m->device[fn];

	if (m->charged && !m->outside)
		charge_drain(m->charge, machine_running->id);
	d->write(d->arg, bar, off, bytes, value);
}

ALIGNED static void op_irq_kind(void *arg, unsigned int fn, unsigned int kind, unsigned int vectors)
{
	struct machine *m = arg;

	m->kind[fn] = kind;
	m->route[fn][0].level = m->route[fn][0].pending = false;
	if (m->device[fn].irq_kind)
		m->device[fn].irq_kind(m->device[fn].arg, kind, vectors);
}

ALIGNED static void op_route_irq(void *arg, unsigned int fn, unsigned int index, unsigned int cpu,
				 unsigned int vector)
{
	struct machine *m = arg;

	m->route[fn][index].cpu = cpu;
	m->route[fn][index].vector = vector;
}

ALIGNED static void op_mask_irq(void *arg, unsigned int fn, unsigned int index, int masked)
{
	struct machine *m = arg;
	struct irq_route *r = &m->route[fn][index];

	r->masked = masked;
	/*
	 * The line is sampled when the handler is done. Where code takes no time, a handler's
	 * posted writes would still be on their way: it is given what a short handler takes.
	 */
	if (!masked && machine_running) {
		if (!m->charged)
			vcpu_spend(machine_running, HANDLER_PS, CAUSE_ISSUE);
		vcpu_sync(machine_running);
	}
	if (!masked && (r->pending || r->level)) {
		r->pending = false;
		vcpu_raise(&m->cpu[r->cpu], r->vector);
	}
}

ALIGNED static void op_print(void *arg, int level, const char *text, unsigned long len)
{
	struct machine *m = arg;

	snprintf(m->console[m->console_next++ % MACHINE_CONSOLE], sizeof(m->console[0]), "%.*s",
		 (int)strcspn(text, "\n"), text);
	if (m->p.print)
		m->p.print(m->p.arg, level, text, len);
	else if (level <= 4 || getenv("NICPATH_CONSOLE"))
		fprintf(stderr, "[%s %.6f] %.*s%s", m->p.name,
			machine_running ? (double)vcpu_now(machine_running) * 1e-12 : 0.0, (int)len,
			text, len && text[len - 1] == '\n' ? "" : "\n");
}

/* Ends the point: the simulation stops, and this CPU never runs again. Warnings are counted. */
ALIGNED static void op_fault(void *arg, enum kimage_fault what, const char *text, const void *ip)
{
	struct machine *m = arg;

	if (what != KIMAGE_FAULT_WARN)
		fault_end(m, machine_running, what, text, (uintptr_t)ip,
			  __builtin_frame_address(0));
	if (!m->warnings++)
		m->warning = fault_text(m, machine_running, what, text, (uintptr_t)ip,
					__builtin_frame_address(0));
	if (m->warnings == 1)
		fprintf(stderr, "%s\n", m->warning);
}

ALIGNED static void op_init(void *arg)
{
	struct machine *m = arg;

	if (m->p.init)
		m->p.init(m->p.arg, &m->calls);
}

void machine_boot_thread(void *arg)
{
	struct vcpu *c = arg;

	if (vcpu_charge(c))
		charge_park(c->m->charge, c->id, false);
	vcpu_run(c);
	c->since = vcpu_now(c);
	c->context = KIMAGE_SYSTEM;
	machine_on_stack((void (*)(void *))(void (*)(void))c->m->img.head->boot, &c->m->sim,
			 c->m->img.head->boot_stack);
}

void machine_fill_ops(struct machine *m)
{
	struct kimage_sim *s = &m->sim;
	unsigned int i;

	s->version = KIMAGE_VERSION;
	s->cpus = m->p.cpus;
	s->seed = m->p.seed;
	s->cmdline = m->p.cmdline ? m->p.cmdline : "";
	s->pci_functions = m->p.devices;
	for (i = 0; i < m->p.devices; i++) {
		m->device[i] = m->p.device[i];
		m->pci[i] = m->p.device[i].pci;
	}
	s->pci = m->pci;
	s->arg = m;
	s->now = op_now;
	s->relax = op_relax;
	s->delay = op_delay;
	s->halt = op_halt;
	s->start_cpu = op_start_cpu;
	s->send = op_send;
	s->timer = op_timer;
	s->set_gs = op_set_gs;
	s->context = op_context;
	s->mmio_read = op_mmio_read;
	s->mmio_write = op_mmio_write;
	s->irq_kind = op_irq_kind;
	s->route_irq = op_route_irq;
	s->mask_irq = op_mask_irq;
	s->print = op_print;
	s->fault = op_fault;
	s->init = op_init;
}
