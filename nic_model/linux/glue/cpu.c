// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * CPUs: per-CPU state, interrupt entry, idling, bring-up of secondary CPUs, IPIs.
 *
 * Called by: kernel/cpu.c, kernel/smp.c, kernel/sched (idle), the simulation (poll)
 * Models: local APIC vectors as bits of a word; hardirq nesting as on x86 (interrupts off inside
 * handlers) Leaves out: NMIs, exceptions, CPU hot-unplug; hardirq handlers run on the interrupted
 * stack (softirqs on their own) Source: arch/x86/kernel/{smp,smpboot,irq,process}.c say what is
 * expected here
 */
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/cpumask.h>
#include <linux/hardirq.h>
#include <linux/irq.h>
#include <linux/irq_work.h>
#include <linux/kernel_stat.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/sched/topology.h>
#include <linux/smp.h>
#include <linux/tick.h>
#include <asm/irq_regs.h>
#include <asm/processor.h>
#include <asm/smp.h>

#include "glue.h"

const struct kimage_sim *nic_sim;

DEFINE_PER_CPU(unsigned long, nic_irq_flags);
DEFINE_PER_CPU(unsigned long, nic_irq_pending);

DEFINE_PER_CPU_READ_MOSTLY(unsigned long, this_cpu_off);
DEFINE_PER_CPU_READ_MOSTLY(int, cpu_number);
DEFINE_PER_CPU(struct task_struct *, current_task) ____cacheline_aligned = &init_task;
DEFINE_PER_CPU(int, __preempt_count) = INIT_PREEMPT_COUNT;
DEFINE_PER_CPU(unsigned long, cpu_current_top_of_stack);
DEFINE_PER_CPU(void *, hardirq_stack_ptr);
DEFINE_PER_CPU(bool, hardirq_stack_inuse);
DEFINE_PER_CPU_SHARED_ALIGNED(irq_cpustat_t, irq_stat);
DEFINE_PER_CPU(unsigned long, __stack_chk_guard);
DEFINE_PER_CPU_READ_MOSTLY(cpumask_var_t, cpu_sibling_map);
DEFINE_PER_CPU_READ_MOSTLY(cpumask_var_t, cpu_core_map);
DEFINE_PER_CPU_READ_MOSTLY(cpumask_var_t, cpu_die_map);
DEFINE_PER_CPU_READ_MOSTLY(cpumask_var_t, cpu_llc_shared_map);
DEFINE_PER_CPU(unsigned long, arch_freq_scale) = SCHED_CAPACITY_SCALE;
DEFINE_PER_CPU_READ_MOSTLY(struct cpuinfo_x86, cpu_info);
struct cpuinfo_x86 boot_cpu_data __read_mostly;
unsigned long __per_cpu_offset[NR_CPUS] __read_mostly;

/* Registers of interrupted code: kernel mode; only the mode bits are looked at. */
static struct pt_regs nic_regs = {.cs = __KERNEL_CS, .flags = X86_EFLAGS_IF};

void nic_cpu_relax(void)
{
	SIM(relax);
	nic_poll();
}

void __udelay(unsigned long usecs)
{
	SIM(delay, usecs * 1000);
	nic_poll();
}

void __ndelay(unsigned long nsecs)
{
	SIM(delay, nsecs);
	nic_poll();
}

void __const_udelay(unsigned long xloops)
{
	/* xloops is usecs * 2^32 / 10^6 (0x10c7). */
	__ndelay((xloops * 1000) / 0x10c7);
}

/* What the CPU was doing before it came to interrupts and softirqs; they nest four deep at most. */
static DEFINE_PER_CPU(unsigned char, nic_depth);
static DEFINE_PER_CPU(unsigned char[8], nic_context);

void nic_context_base(int context)
{
	unsigned int d = this_cpu_read(nic_depth) & 7;

	(*this_cpu_ptr(&nic_context))[d] = context;
	SIM(context, context);
}

void nic_account_enter(int softirq)
{
	unsigned int d = (this_cpu_read(nic_depth) + 1) & 7;

	this_cpu_write(nic_depth, d);
	(*this_cpu_ptr(&nic_context))[d] = softirq ? KIMAGE_SOFTIRQ : KIMAGE_IRQ;
	SIM(context, softirq ? KIMAGE_SOFTIRQ : KIMAGE_IRQ);
}

void nic_account_exit(void)
{
	unsigned int d = (this_cpu_read(nic_depth) - 1) & 7;

	this_cpu_write(nic_depth, d);
	SIM(context, (*this_cpu_ptr(&nic_context))[d]);
}

static void nic_vector(unsigned int vec)
{
	switch (vec) {
	case KIMAGE_VEC_TIMER:
		this_cpu_inc(irq_stat.apic_timer_irqs);
		nic_timer_interrupt();
		break;
	case KIMAGE_VEC_RESCHEDULE:
		this_cpu_inc(irq_stat.irq_resched_count);
		scheduler_ipi();
		break;
	case KIMAGE_VEC_CALL:
		this_cpu_inc(irq_stat.irq_call_count);
		generic_smp_call_function_interrupt();
		break;
	case KIMAGE_VEC_CALL_SINGLE:
		this_cpu_inc(irq_stat.irq_call_count);
		generic_smp_call_function_single_interrupt();
		break;
	case KIMAGE_VEC_IRQ_WORK:
		irq_work_run();
		break;
	case KIMAGE_VEC_SERVICE:
		complete(&nic_service);
		break;
	default:
		nic_device_interrupt(vec - KIMAGE_VEC_DEVICE);
	}
}

/* Serves pending vectors, lowest first, as often as one comes. Interrupts are enabled on entry and
 * at the end. */
void nic_irq_run_pending(void)
{
	unsigned long pending;

	while ((pending = this_cpu_read(nic_irq_pending)) != 0) {
		unsigned int vec = __ffs(pending);
		struct pt_regs *old;

		this_cpu_write(nic_irq_flags, 0);
		this_cpu_write(nic_irq_pending, pending & ~BIT(vec));
		old = set_irq_regs(&nic_regs);
		irq_enter();
		nic_vector(vec);
		irq_exit();
		set_irq_regs(old);
		this_cpu_write(nic_irq_flags, X86_EFLAGS_IF);
	}
}

void nic_poll(void)
{
	if (this_cpu_read(nic_irq_pending) && this_cpu_read(nic_irq_flags))
		nic_irq_run_pending();
}

/* Idle: enables interrupts and waits for one; they are served before it returns. */
void arch_cpu_idle(void)
{
	while (!this_cpu_read(nic_irq_pending) && !need_resched())
		SIM(halt);
	raw_local_irq_enable();
}

void arch_cpu_idle_prepare(void)
{
}
void arch_cpu_idle_enter(void)
{
}
void arch_cpu_idle_exit(void)
{
}

/* IPIs */
static void nic_send_reschedule(int cpu)
{
	SIM(send, cpu, KIMAGE_VEC_RESCHEDULE);
}

static void nic_send_call(const struct cpumask *mask)
{
	unsigned int cpu;

	for_each_cpu(cpu, mask) SIM(send, cpu, KIMAGE_VEC_CALL);
}

static void nic_send_call_single(int cpu)
{
	SIM(send, cpu, KIMAGE_VEC_CALL_SINGLE);
}

void arch_irq_work_raise(void)
{
	SIM(send, smp_processor_id(), KIMAGE_VEC_IRQ_WORK);
	nic_poll();
}

/* Secondary CPUs */
void nic_cpu_setup(int cpu)
{
	SIM(set_gs, per_cpu_offset(cpu));
	this_cpu_write(cpu_current_top_of_stack, (unsigned long)task_top_of_stack(current));
}

static void nic_secondary_start(void)
{
	int cpu;

	/* %gs was set by the simulation to what nic_cpu_up() stored. */
	cpu = smp_processor_id();
	nic_cpu_setup(cpu);
	this_cpu_write(__stack_chk_guard, current->stack_canary);
	nic_clockevent_setup();
	notify_cpu_starting(cpu);
	set_cpu_online(cpu, true);
	local_irq_enable();
	cpu_startup_entry(CPUHP_AP_ONLINE_IDLE);
}

static void (*nic_secondary_fn)(void) = nic_secondary_start;

static int nic_cpu_up(unsigned int cpu, struct task_struct *idle)
{
	per_cpu(current_task, cpu) = idle;
	idle->thread_info.cpu = cpu;
	per_cpu(cpu_current_top_of_stack, cpu) = (unsigned long)task_top_of_stack(idle);
	SIM(start_cpu, cpu, nic_secondary_fn, (void *)task_top_of_stack(idle));
	while (!cpu_online(cpu))
		nic_cpu_relax();
	return 0;
}

static void nic_prepare_cpus(unsigned int max)
{
	unsigned int cpu, other;

	for_each_possible_cpu(cpu)
	{
		zalloc_cpumask_var(&per_cpu(cpu_sibling_map, cpu), GFP_KERNEL);
		zalloc_cpumask_var(&per_cpu(cpu_core_map, cpu), GFP_KERNEL);
		zalloc_cpumask_var(&per_cpu(cpu_die_map, cpu), GFP_KERNEL);
		zalloc_cpumask_var(&per_cpu(cpu_llc_shared_map, cpu), GFP_KERNEL);
		cpumask_set_cpu(cpu, per_cpu(cpu_sibling_map, cpu));
		per_cpu(cpu_info, cpu) = boot_cpu_data;
		per_cpu(cpu_info, cpu).cpu_index = cpu;
		for_each_possible_cpu(other)
		{
			cpumask_set_cpu(other, per_cpu(cpu_core_map, cpu));
			cpumask_set_cpu(other, per_cpu(cpu_die_map, cpu));
			cpumask_set_cpu(other, per_cpu(cpu_llc_shared_map, cpu));
		}
	}
}

static void nic_nothing(void)
{
}
static void nic_nothing_max(unsigned int max)
{
}

struct smp_ops smp_ops = {
	.smp_prepare_boot_cpu = nic_nothing,
	.smp_prepare_cpus = nic_prepare_cpus,
	.smp_cpus_done = nic_nothing_max,
	.smp_send_reschedule = nic_send_reschedule,
	.cpu_up = nic_cpu_up,
	.send_call_func_ipi = nic_send_call,
	.send_call_func_single_ipi = nic_send_call_single,
};

const struct cpumask *cpu_coregroup_mask(int cpu)
{
	return per_cpu(cpu_llc_shared_map, cpu);
}

const struct cpumask *cpu_clustergroup_mask(int cpu)
{
	return per_cpu(cpu_sibling_map, cpu);
}

bool topology_is_primary_thread(unsigned int cpu)
{
	return true;
}

bool topology_smt_supported(void)
{
	return false;
}

unsigned long long nic_tsc(void)
{
	return SIM(now);
}
