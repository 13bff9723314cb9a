// SPDX-License-Identifier: GPL-2.0-or-later
/* Machines: see machine.h. struct kimage_sim's functions, in the order in which kimage.h declares them. */
#include "nic_model/linux/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "nic_model/linux/gsbase.h"
#include "nic_model/linux/trap.h"
#include "sim/check.h"

#define RAM_BASE 0x040000000000ull	/* 4 TiB: below the half of its range that valgrind keeps for itself */
#define RAM_STRIDE 0x1000000000ull	/* 64 GiB a host: RAM, then the map of pages, then the vmalloc area */
#define RAM_MAX 0x0c00000000ull		/* 48 GiB */
#define VM_AREA 0x0e00000000ull
#define VM_AREA_BYTES 0x0200000000ull
#define IRQ_ROUTES 64

struct vcpu {
	struct machine *m;
	unsigned int id;
	struct sim_thread *thread;
	struct sim_event timer;
	uint64_t ahead;			/* ps that the local clock is ahead of the engine */
	unsigned long gs;
	unsigned long pending;		/* vectors, until the image has a place for them */
	void (*fn)(void);		/* what to run, on the stack that ends at top */
	void *top;
	bool halted;
	enum kimage_context context;
	uint64_t since;			/* start of the present context, ps */
	uint64_t spent[KIMAGE_IDLE + 1];
};

struct irq_route {
	unsigned int cpu, vector;
	bool masked, pending, level;
};

struct machine {
	struct machine_params p;
	struct image img;
	struct kimage_sim sim;
	struct kimage_pci pci[16];
	struct machine_device device[16];
	struct irq_route route[16][IRQ_ROUTES];
	unsigned int kind[16];		/* of each device's interrupts: 0 INTx, 1 MSI, 2 MSI-X */
	struct vcpu cpu[KIMAGE_MAX_CPUS];
	char *fault;
	unsigned int warnings;
};

static struct vcpu *running;		/* whose code runs; %gs is its */

/* --- time --- */

static uint64_t now_ps(const struct vcpu *c)
{
	return sim_now().ps + c->ahead;
}

static void take_gs(struct vcpu *c)
{
	if (running == c)
		return;
	running = c;
	gsbase_write(c->gs);
}

/* The engine catches up with the CPU; other CPUs may run meanwhile. */
static void sync(struct vcpu *c)
{
	uint64_t dt = c->ahead;

	if (!dt)
		return;
	c->ahead = 0;
	sim_wait(SIM_PS(dt));
	take_gs(c);
}

/* Spends time; synchronises once the next event is reached. */
static void spend(struct vcpu *c, uint64_t ps)
{
	c->ahead += ps;
	if (now_ps(c) >= sim_next().ps)
		sync(c);
}

static void set_context(struct vcpu *c, enum kimage_context to)
{
	uint64_t t = now_ps(c);

	c->spent[c->context] += t - c->since;
	c->since = t;
	c->context = to;
}

/* --- interrupts --- */

static unsigned long *pending_word(struct vcpu *c)
{
	return c->m->img.head->pending[c->id] ? c->m->img.head->pending[c->id] : &c->pending;
}

static void raise(struct vcpu *c, unsigned int vector)
{
	*pending_word(c) |= 1ul << vector;
	if (c->halted) {
		c->halted = false;
		sim_wake(c->thread);
	}
}

static void timer_fires(void *arg)
{
	raise(arg, KIMAGE_VEC_TIMER);
}

struct ipi {
	struct vcpu *c;
	unsigned int vector;
};

static void ipi_arrives(void *arg)
{
	struct ipi *ipi = arg;

	raise(ipi->c, ipi->vector);
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
		raise(&m->cpu[r->cpu], r->vector);
}

/* --- what the image calls --- */

/* Kernel code keeps its stack aligned to 8 bytes only; ours relies on 16. */
#define ALIGNED __attribute__((force_align_arg_pointer))

ALIGNED static unsigned long op_now(void *arg)
{
	(void)arg;
	return now_ps(running) / 1000;
}

ALIGNED static void op_relax(void *arg)
{
	struct vcpu *c = running;

	(void)arg;
	/* One pause, 40 cycles on recent cores, more on older ones (assumed). */
	c->ahead += 20000;
	sync(c);
}

ALIGNED static void op_delay(void *arg, unsigned long ns)
{
	struct vcpu *c = running;
	uint64_t until = now_ps(c) + ns * 1000;

	(void)arg;
	while (now_ps(c) < until) {
		uint64_t left = until - now_ps(c);

		/* In steps, so that interrupts are served inside long delays. */
		c->ahead += left < 1000000 ? left : 1000000;
		sync(c);
		if (*pending_word(c))
			c->m->img.head->poll();
	}
}

ALIGNED static void op_halt(void *arg)
{
	struct vcpu *c = running;
	enum kimage_context was = c->context;

	(void)arg;
	sync(c);
	set_context(c, KIMAGE_IDLE);
	while (!*pending_word(c)) {
		c->halted = true;
		sim_block();
		take_gs(c);
	}
	c->halted = false;
	set_context(c, was);
}

static void on_stack(void (*fn)(void *), void *arg, void *top)
{
	asm volatile("movq %%rsp, %%rbx\n\t"
		     "movq %2, %%rsp\n\t"
		     "andq $-16, %%rsp\n\t"
		     "movq %1, %%rdi\n\t"
		     "call *%0\n\t"
		     "movq %%rbx, %%rsp\n\t"
		     : : "r" (fn), "r" (arg), "r" (top)
		     : "rbx", "rdi", "rax", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
}

static void secondary(void *arg)
{
	struct vcpu *c = arg;

	c->fn();
}

static void secondary_thread(void *arg)
{
	struct vcpu *c = arg;

	take_gs(c);
	c->since = now_ps(c);
	on_stack(secondary, c, c->top);
}

ALIGNED static void op_start_cpu(void *arg, unsigned int cpu, void (*fn)(void), void *top)
{
	struct machine *m = arg;
	struct vcpu *c = &m->cpu[cpu];
	char name[64];

	sync(running);
	c->fn = fn;
	c->top = (char *)top - 64;
	/* The image publishes its pending words before it starts CPUs: per-CPU offset follows from them. */
	c->gs = running->gs + ((uintptr_t)m->img.head->pending[cpu] - (uintptr_t)m->img.head->pending[running->id]);
	snprintf(name, sizeof(name), "%s.cpu%u", m->p.name, cpu);
	c->thread = sim_thread_new(name, secondary_thread, c, 0);
}

ALIGNED static void op_send(void *arg, unsigned int cpu, unsigned int vector)
{
	struct machine *m = arg;
	struct ipi *ipi;

	if (cpu == running->id) {
		raise(running, vector);
		return;
	}
	ipi = xmalloc(sizeof(*ipi));
	ipi->c = &m->cpu[cpu];
	ipi->vector = vector;
	sim_call_at(SIM_PS(now_ps(running) + m->p.ipi_ps), SIM_PRIO_HW, ipi_arrives, ipi);
}

ALIGNED static void op_timer(void *arg, unsigned long at)
{
	struct vcpu *c = running;
	uint64_t ps = at * 1000;

	(void)arg;
	if (!at)
		sim_cancel(&c->timer);
	else
		sim_at(&c->timer, SIM_PS(ps > now_ps(c) ? ps : now_ps(c)));
}

ALIGNED static void op_set_gs(void *arg, unsigned long base)
{
	(void)arg;
	running->gs = base;
	gsbase_write(base);
}

ALIGNED static void op_context(void *arg, enum kimage_context to)
{
	struct machine *m = arg;

	if (to == KIMAGE_SYSTEM && running->context == KIMAGE_USER)
		spend(running, m->p.syscall_ps);
	set_context(running, to);
}

ALIGNED static unsigned long op_mmio_read(void *arg, unsigned int fn, unsigned int bar, unsigned long off, unsigned int bytes)
{
	struct machine *m = arg;
	struct machine_device *d = &m->device[fn];

	return d->read(d->arg, bar, off, bytes);
}

ALIGNED static void op_mmio_write(void *arg, unsigned int fn, unsigned int bar, unsigned long off, unsigned int bytes,
			  unsigned long value)
{
	struct machine *m = arg;
	struct machine_device *d = &m->device[fn];

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

ALIGNED static void op_route_irq(void *arg, unsigned int fn, unsigned int index, unsigned int cpu, unsigned int vector)
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
	if (!masked && (r->pending || r->level)) {
		r->pending = false;
		raise(&m->cpu[r->cpu], r->vector);
	}
}

ALIGNED static void op_print(void *arg, int level, const char *text, unsigned long len)
{
	struct machine *m = arg;

	if (m->p.print)
		m->p.print(m->p.arg, level, text, len);
	else if (level <= 4 || getenv("NICPATH_CONSOLE"))
		fprintf(stderr, "[%s %.6f] %.*s%s", m->p.name, running ? (double)now_ps(running) * 1e-12 : 0.0,
			(int)len, text, len && text[len - 1] == '\n' ? "" : "\n");
}

/* Ends the point: the simulation stops, and this CPU never runs again. */
ALIGNED static void op_fault(void *arg, enum kimage_fault what, const char *text, const void *ip)
{
	static const char *const kind[] = { "left out of the image", "panic", "BUG", "warning", "oops" };
	struct machine *m = arg;
	uint64_t off = 0;
	const char *fn = image_function(&m->img, (uintptr_t)ip, &off);

	if (what == KIMAGE_FAULT_WARN) {
		m->warnings++;
		fprintf(stderr, "%s: kernel warning at %.9f s on CPU %u in %s+%#lx: %s\n", m->p.name,
			(double)now_ps(running) * 1e-12, running->id, fn ? fn : "?", off, text);
		return;
	}
	if (!m->fault)
		m->fault = err_fmt("%s: %s: %s, in %s+%#lx, at %.9f s on CPU %u", m->p.name, kind[what], text,
				   fn ? fn : "?", off, (double)now_ps(running) * 1e-12, running->id);
	sim_stop();
	for (;;)
		sim_block();
}

ALIGNED static void op_init(void *arg)
{
	struct machine *m = arg;

	if (m->p.init)
		m->p.init(m->p.arg, &m->img.head->calls);
}

static void boot(void *arg)
{
	struct machine *m = arg;

	m->img.head->boot(&m->sim);
}

static void boot_thread(void *arg)
{
	struct vcpu *c = arg;

	running = c;
	gsbase_write(c->gs);
	c->since = now_ps(c);
	c->context = KIMAGE_SYSTEM;
	on_stack(boot, c->m, c->m->img.head->boot_stack);
}

/* --- construction --- */

static char *map_memory(struct machine *m)
{
	uint64_t base = RAM_BASE + m->p.host * RAM_STRIDE;
	void *p = mmap((void *)base, RAM_STRIDE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);

	if (p == MAP_FAILED)
		return err_fmt("no room for the memory of host %u at %#lx", m->p.host, base);
	madvise((void *)(base + RAM_MAX), m->p.ram_bytes / 64, MADV_HUGEPAGE);
	m->sim.ram = base;
	m->sim.ram_bytes = m->p.ram_bytes;
	m->sim.page_map = base + RAM_MAX;
	m->sim.vm_area = base + VM_AREA;
	m->sim.vm_area_bytes = VM_AREA_BYTES;
	return NULL;
}

static void fill_ops(struct machine *m)
{
	struct kimage_sim *s = &m->sim;
	unsigned int i;

	s->version = KIMAGE_VERSION;
	s->cpus = m->p.cpus;
	s->seed = m->p.seed;
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

static char *check_params(const struct machine_params *p)
{
	if (!p->cpus || p->cpus > KIMAGE_MAX_CPUS)
		return err_fmt("%s: 1 to %d CPUs, not %u", p->name, KIMAGE_MAX_CPUS, p->cpus);
	if (p->ram_bytes & ((128ull << 20) - 1) || p->ram_bytes > RAM_MAX)
		return err_fmt("%s: memory is a multiple of 128 MiB up to 48 GiB", p->name);
	if (p->devices > 16)
		return err_fmt("%s: at most 16 devices", p->name);
	return NULL;
}

char *machine_new(const char *path, const struct machine_params *p, struct machine **out)
{
	struct machine *m;
	unsigned int i;
	char *err = check_params(p);

	*out = NULL;
	if (err)
		return err;
	m = xcalloc(1, sizeof(*m));
	m->p = *p;
	m->p.ram_bytes = p->ram_bytes ? p->ram_bytes : 1ull << 30;
	m->p.ipi_ps = p->ipi_ps ? p->ipi_ps : 500000;
	err = image_load(path, p->host, &m->img);
	if (!err)
		err = map_memory(m);
	if (err) {
		machine_free(m);
		return err;
	}
	fill_ops(m);
	for (i = 0; i < p->cpus; i++) {
		m->cpu[i].m = m;
		m->cpu[i].id = i;
		sim_event_init(&m->cpu[i].timer, "cpu timer", SIM_PRIO_TIMER, timer_fires, &m->cpu[i]);
	}
	trap_register(m, &m->img, &m->sim);
	m->cpu[0].thread = sim_thread_new(m->p.name, boot_thread, &m->cpu[0], 0);
	*out = m;
	return NULL;
}

void machine_free(struct machine *m)
{
	if (!m)
		return;
	trap_unregister(m);
	if (m->sim.ram)
		munmap((void *)m->sim.ram, RAM_STRIDE);
	image_unload(&m->img);
	free(m->fault);
	free(m);
}

const struct image *machine_image(const struct machine *m)
{
	return &m->img;
}

void *machine_ram(const struct machine *m, uint64_t phys, uint64_t len)
{
	return phys + len <= m->p.ram_bytes && phys + len >= phys ? (void *)(m->sim.ram + phys) : NULL;
}

void machine_wait_until(struct machine *m, sim_time t)
{
	struct vcpu *c = running;

	sim_assert(c && c->m == m);
	if (t.ps > now_ps(c))
		c->ahead += t.ps - now_ps(c);
	sync(c);
}

const char *machine_fault(const struct machine *m)
{
	return m->fault;
}

unsigned int machine_warnings(const struct machine *m)
{
	return m->warnings;
}

sim_time machine_now(const struct machine *m)
{
	return running && running->m == m ? SIM_PS(now_ps(running)) : sim_now();
}

uint64_t machine_cpu_time(const struct machine *m, unsigned int cpu, enum kimage_context c)
{
	const struct vcpu *v = &m->cpu[cpu];
	uint64_t t = v->spent[c];

	return v->context == c && v->thread ? t + now_ps(v) - v->since : t;
}
