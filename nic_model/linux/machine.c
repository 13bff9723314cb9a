// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Machines: see machine.h. Construction, memory, what the rest of the simulation asks of them.
 *
 * Called by: kernel*.c, device.c, tests.  Calls: image.c, vcpu.c, charge.c, trap.c.
 * Models: RAM at its physical addresses, CPUs of one kind.
 * Leaves out: firmware, hot plug of memory and CPUs.
 * Source: none; what parts of it stand for is said in machine_ops.c and charge.c.
 */
#include "nic_model/linux/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "models/host/cpu_params.h"
#include "models/mem/mem.h"
#include "nic_model/linux/gsbase.h"
#include "nic_model/linux/lockup.h"
#include "nic_model/linux/machine_int.h"
#include "nic_model/linux/trap.h"
#include "sim/check.h"
#include "sim/yaml.h"

/*
 * 4 TiB: below the half of its range that valgrind keeps for itself; and 4 GiB, so that no line
 * number of it has the 32 low bits of one of an image's (hook.h).
 */
#define RAM_BASE 0x040100000000ull
#define RAM_STRIDE                                                                                 \
	0x1000000000ull /* 64 GiB a host: RAM, then the map of pages, then the vmalloc area */
#define RAM_MAX	      0x0c00000000ull /* 48 GiB */
#define VM_AREA	      0x0e00000000ull
#define VM_AREA_BYTES 0x0200000000ull

uint64_t machine_ram_base(unsigned int host)
{
	return RAM_BASE + host * RAM_STRIDE;
}

static char *map_memory(struct machine *m)
{
	uint64_t base = machine_ram_base(m->p.host);
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

/* With a memory model, code costs what the hooks report; the image must be a hooked one then. */
static char *charge_setup(struct machine *m)
{
	const struct hook_image *hooks = (const void *)image_address(&m->img, "hook_image");
	struct charge_setup s = {
		.name = m->p.name,
		.mem = m->p.mem,
		.machine = m->p.machine,
		.cpus = m->p.cpus,
		.image = hooks,
		.image_base = m->img.base,
		.image_bytes = m->img.bytes,
		.ram_base = m->sim.ram,
		.ram_bytes = RAM_STRIDE,
		.turn = vcpu_turn,
		.arg = m,
		.plain_delta = m->img.delta,
	};
	struct hook_plain *table = NULL;
	size_t n;
	char *err;

	m->hooks = hooks;
	if (!hooks)
		return m->p.mem ? err_fmt("%s: costs need a hooked kernel image", m->p.name) : NULL;
	if (!m->p.mem) {
		/* Hooks count, for no CPU, and time passes as in a plain image. */
		hooks->switch_to(*hooks->cur);
		return NULL;
	}
	err = charge_plain(m->p.plain, &table, &n);
	if (err)
		return err;
	s.plain = table;
	s.plain_end = table + n;
	err = charge_new(&s, &m->charge);
	hooks->silence(1);
	free(table);
	return err;
}

/*
 * Instructions of the kernel's entry code, which the image has not: saving, clearing and restoring
 * registers, and the C functions around the system call's or interrupt's own. Source: counted along
 * arch/x86/entry/entry_64.S, calling.h, common.c and include/linux/entry-common.h of v6.1.
 */
#define SYSCALL_INSNS 75 /* entry_SYSCALL_64, do_syscall_64 */
#define SYSRET_INSNS  55 /* syscall_exit_to_user_mode, swapgs_restore... */
#define IRQ_INSNS     70 /* asm_common_interrupt, error_entry, irqentry_enter, vector lookup */
#define IRET_INSNS    40 /* irqentry_exit, restore_regs_and_return_to_kernel */

/* What the machine file says of user code's rate and of mode switches. */
static char *core_costs(struct machine *m)
{
	struct cpu_params p;
	double cycle;
	char *err = NULL;

	m->ps_per_instr = 400; /* without a machine: 2.5 billion a second (assumed) */
	if (!m->p.machine || !m->p.mem)
		return NULL;
	param_defaults(&cpu_param_table, &p);
	err = param_load(&cpu_param_table, yaml_get(m->p.machine, "cpu"), &p);
	cycle = 1e12 / (double)mem_cpu_hz(m->p.mem);
	m->ps_per_instr = p.cpi * cycle;
	m->syscall = (uint64_t)((p.syscall + SYSCALL_INSNS * p.cpi) * cycle);
	m->sysret = (uint64_t)((p.sysret + SYSRET_INSNS * p.cpi) * cycle);
	m->irq_entry = (uint64_t)((p.irq_entry + IRQ_INSNS * p.cpi) * cycle);
	m->irq_exit = (uint64_t)((p.irq_exit + IRET_INSNS * p.cpi) * cycle);
	m->halt_exit = p.idle == IDLE_HALT ? p.halt_exit : 0;
	m->p.ipi_ps = p.ipi;
	return err;
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
	machine_fill_ops(m);
	kernel_calls(&m->calls);
	err = core_costs(m);
	for (i = 0; i < p->cpus; i++) {
		m->cpu[i].m = m;
		m->cpu[i].id = i;
		sim_event_init(&m->cpu[i].timer, "cpu timer", SIM_PRIO_TIMER, machine_timer_fires,
			       &m->cpu[i]);
	}
	if (!err)
		err = charge_setup(m);
	if (err) {
		machine_free(m);
		return err;
	}
	m->path = xstrdup(path);
	lockup_init(m);
	trap_register(m, &m->img, &m->sim);
	m->cpu[0].thread = sim_thread_new(m->p.name, machine_boot_thread, &m->cpu[0], 0);
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
	charge_free(m->charge);
	image_unload(&m->img);
	free(m->fault);
	free(m->warning);
	free(m->path);
	free(m);
}

void machine_charge_on(struct machine *m)
{
	if (!m->charge || m->charged)
		return;
	m->hooks->silence(0);
	m->charged = true;
	for (unsigned int i = 0; i < m->p.cpus; i++) {
		if (!m->cpu[i].thread)
			continue;
		charge_gs(m->charge, i, m->cpu[i].gs);
		charge_park(m->charge, i, m->cpu[i].halted);
		charge_wait_until(m->charge, i, sim_now().ps);
	}
}

struct charge *machine_charge(const struct machine *m)
{
	return m->charge;
}

const struct image *machine_image(const struct machine *m)
{
	return &m->img;
}

void *machine_ram(const struct machine *m, uint64_t phys, uint64_t len)
{
	return phys + len <= m->p.ram_bytes && phys + len >= phys ? (void *)(m->sim.ram + phys)
								  : NULL;
}

bool machine_dma_mapped(const struct machine *m, uint64_t phys, uint64_t len)
{
	const uint16_t *maps = (const uint16_t *)(m->sim.ram + KIMAGE_DMA_MAPS);

	for (uint64_t pfn = phys >> 12; len && pfn <= (phys + len - 1) >> 12; pfn++)
		if (!maps[pfn])
			return false;
	return true;
}

void machine_dma(struct machine *m, uint64_t phys, uint64_t len, bool write)
{
	if (m->charged)
		charge_dma(m->charge, phys, len, write);
}

void machine_wait_until(struct machine *m, sim_time t)
{
	struct vcpu *c = machine_running;

	sim_assert(c && c->m == m && !m->outside);
	if (t.ps > vcpu_now(c))
		vcpu_spend(c, t.ps - vcpu_now(c), CAUSE_MMIO);
	vcpu_sync(c);
}

bool machine_outside(const struct machine *m)
{
	return m->outside;
}

void machine_wake_init(struct machine *m)
{
	vcpu_raise(&m->cpu[0], KIMAGE_VEC_SERVICE);
}

void machine_user_run(struct machine *m, uint64_t instructions)
{
	struct vcpu *c = machine_running;
	uint64_t left = (uint64_t)((double)instructions * m->ps_per_instr + 0.5);

	sim_assert(c && c->m == m);
	while (left) {
		uint64_t now = vcpu_now(c), next = sim_next().ps,
			 step = next > now ? next - now : 1000;

		step = step < left ? step : left;
		vcpu_spend(c, step, CAUSE_ISSUE);
		left -= step;
		if (*vcpu_pending(c)) {
			kernel_poll_user(m);
			m->calls.user_enter();
			c = machine_running;
		}
	}
}

const char *machine_fault(const struct machine *m)
{
	return m->fault;
}

const char *machine_warning(const struct machine *m)
{
	return m->warning;
}

unsigned int machine_warnings(const struct machine *m)
{
	return m->warnings;
}

sim_time machine_now(const struct machine *m)
{
	return machine_running && machine_running->m == m ? SIM_PS(vcpu_now(machine_running))
							  : sim_now();
}

uint64_t machine_cpu_time_at(const struct machine *m, unsigned int cpu, enum kimage_context c,
			     sim_time t)
{
	const struct vcpu *v = &m->cpu[cpu];

	return v->thread ? vcpu_time_at(v, c, t.ps) : 0;
}

uint64_t machine_interrupts(const struct machine *m)
{
	return m->interrupts;
}

uint64_t machine_switches(const struct machine *m)
{
	return m->img.head->switches;
}

struct proc_job {
	struct machine *m;
	const char *file;
	char *out;
	unsigned long size;
	long n;
};

static void proc_job(void *arg)
{
	struct proc_job *j = arg;

	j->n = j->m->img.head->proc_read(j->file, j->out, j->size);
}

/* As CPU 0, wherever that is: reading counters takes no lock that a stopped CPU can hold. */
long machine_proc_read(struct machine *m, const char *file, char *out, unsigned long size)
{
	static uint8_t stack[65536] __attribute__((aligned(64)));
	struct proc_job j = {m, file, out, size, -5};
	struct vcpu *running = machine_running;

	if (m->hooks)
		m->hooks->silence(1);
	machine_running = &m->cpu[0];
	gsbase_write(m->cpu[0].gs);
	m->outside = true;
	machine_on_stack(proc_job, &j, stack + sizeof(stack) - 64);
	m->outside = false;
	machine_running = running;
	if (running)
		gsbase_write(running->gs);
	if (m->hooks && (m->charged || !m->charge))
		m->hooks->silence(0);
	return j.n;
}
