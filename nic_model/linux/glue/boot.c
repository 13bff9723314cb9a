// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Boot: what start_kernel() and kernel_init() do, in their order, for the subsystems of the image.
 *
 * Called by: the simulation, on CPU 0, on that CPU's first stack
 * Models: the order of initialisation; initcalls by level in link order
 * Leaves out: the command line, firmware tables, early console, initramfs, modules
 * Source: init/main.c says the order
 */
#include <linux/cgroup.h>
#include <linux/context_tracking.h>
#include <linux/cpu.h>
#include <linux/cpuset.h>
#include <linux/cred.h>
#include <linux/delay.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/interrupt.h>
#include <linux/kthread.h>
#include <linux/maple_tree.h>
#include <linux/memblock.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/radix-tree.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/sched/init.h>
#include <linux/sched/isolation.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/security.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/srcu.h>
#include <linux/static_call.h>
#include <linux/tick.h>
#include <linux/timekeeping.h>
#include <linux/wait_bit.h>
#include <linux/workqueue.h>
#include <generated/utsrelease.h>
#include <net/net_namespace.h>
#include <asm/sections.h>

#include "glue.h"

enum system_states system_state __read_mostly;
bool early_boot_irqs_disabled __read_mostly;
bool static_key_initialized __read_mostly;
bool initcall_debug;
unsigned int reset_devices;
char *saved_command_line = "";

extern const struct kernel_param __start___param[], __stop___param[];
extern initcall_entry_t __initcall_start[], __initcall0_start[], __initcall_end[];
static DECLARE_COMPLETION(nic_kthreadd_done);
DECLARE_COMPLETION(nic_service);

void init_mm_internals(void);
void __init workqueue_init_early(void);

DECLARE_PER_CPU(unsigned long, nic_irq_flags);
DECLARE_PER_CPU(unsigned long, nic_irq_pending);

static void __init nic_initcalls(initcall_entry_t *from, initcall_entry_t *to)
{
	for (; from < to; from++)
		initcall_from_entry(from)();
}

static void __init nic_boot_cpus(void)
{
	unsigned int cpu;

	boot_cpu_init();
	for (cpu = 0; cpu < nic_sim->cpus; cpu++) {
		set_cpu_possible(cpu, true);
		set_cpu_present(cpu, true);
	}
	setup_nr_cpu_ids();
	boot_cpu_data.x86_cache_alignment = 64;
	boot_cpu_data.x86_clflush_size = 64;
	boot_cpu_data.x86_phys_bits = 46;
	boot_cpu_data.x86_virt_bits = 48;
	boot_cpu_data.x86_max_cores = nic_sim->cpus;
	set_cpu_cap(&boot_cpu_data, X86_FEATURE_TSC);
	set_cpu_cap(&boot_cpu_data, X86_FEATURE_CONSTANT_TSC);
	set_cpu_cap(&boot_cpu_data, X86_FEATURE_NONSTOP_TSC);
	set_cpu_cap(&boot_cpu_data, X86_FEATURE_CX16);
}

static void __init nic_publish(void)
{
	unsigned int cpu;

	for (cpu = 0; cpu < nic_sim->cpus; cpu++) {
		kimage_head.pending[cpu] = per_cpu_ptr(&nic_irq_pending, cpu);
		kimage_head.irq_flags[cpu] = per_cpu_ptr(&nic_irq_flags, cpu);
	}
}

/* Everything that runs before the scheduler switches for the first time; interrupts are off for
 * most of it. */
static void __init nic_boot_early(void)
{
	set_task_stack_end_magic(&init_task);
	nic_cgroup_init();
	local_irq_disable();
	early_boot_irqs_disabled = true;
	nic_boot_cpus();
	jump_label_init();
	early_security_init();
	nic_mm_early();
	nic_percpu_setup();
	nic_cpu_setup(0);
	nic_publish();
	boot_cpu_hotplug_init();
	build_all_zonelists(NULL);
	page_alloc_init();
	vfs_caches_init_early();
	mem_init();
	kmem_cache_init();
	vmalloc_init();
	sched_init();
	radix_tree_init();
	maple_tree_init();
	housekeeping_init();
	workqueue_init_early();
	rcu_init();
	context_tracking_init();
	early_irq_init();
	tick_init();
	rcu_init_nohz();
	init_timers();
	srcu_init();
	hrtimers_init();
	softirq_init();
	timekeeping_init();
	nic_time_init();
	call_function_init();
	early_boot_irqs_disabled = false;
	local_irq_enable();
	kmem_cache_init_late();
	setup_per_cpu_pageset();
	sched_clock_init();
	pid_idr_init();
	nic_task_init();
	cred_init();
	security_init();
	net_ns_init();
	nic_fs_init();
	vfs_caches_init();
	seq_file_init();
}

static int nic_unknown_option(char *param, char *val, const char *unused, void *arg)
{
	pr_warn("unknown parameter %s\n", param);
	return 0;
}

/* Parameters of built-in modules, as parse_args() finds them on a command line. */
static void nic_command_line(void)
{
	char *line = kstrdup(nic_sim->cmdline, GFP_KERNEL);

	if (line && *line)
		parse_args("Booting kernel", line, __start___param,
			   __stop___param - __start___param, -1, -1, NULL, nic_unknown_option);
}

static int __ref nic_init_thread(void *unused)
{
	wait_for_completion(&nic_kthreadd_done);
	gfp_allowed_mask = __GFP_BITS_MASK;
	set_mems_allowed(node_states[N_MEMORY]);
	smp_prepare_cpus(nic_sim->cpus);
	workqueue_init();
	init_mm_internals();
	rcu_init_tasks_generic();
	nic_initcalls(__initcall_start, __initcall0_start);
	nic_command_line();
	smp_init();
	sched_init_smp();
	nic_initcalls(__initcall0_start, __initcall_end);
	nic_pci_scan();
	system_state = SYSTEM_RUNNING;
	rcu_end_inkernel_boot();
	nic_user_init();
	nic_qdisc_init();
	nic_ethtool_init();
	nic_interrupts_init();
	current->flags &= ~PF_KTHREAD;
	for (;;) {
		nic_context_base(KIMAGE_USER);
		SIM(init);
		nic_context_base(KIMAGE_SYSTEM);
		wait_for_completion_interruptible(&nic_service);
	}
	return 0;
}

static void __ref nic_boot(const struct kimage_sim *sim)
{
	int pid;

	nic_sim = sim;
	nic_boot_early();
	rcu_scheduler_starting();
	kernel_thread(nic_init_thread, NULL, CLONE_FS);
	pid = kernel_thread(kthreadd, NULL, CLONE_FS | CLONE_FILES);
	rcu_read_lock();
	kthreadd_task = find_task_by_pid_ns(pid, &init_pid_ns);
	rcu_read_unlock();
	system_state = SYSTEM_SCHEDULING;
	complete(&nic_kthreadd_done);
	schedule_preempt_disabled();
	cpu_startup_entry(CPUHP_ONLINE);
}

extern const char *const __start_nic_stubs[], *const __stop_nic_stubs[];

struct kimage_head kimage_head __section(".head") = {
	.magic = KIMAGE_MAGIC,
	.version = KIMAGE_VERSION,
	.cpus_max = KIMAGE_MAX_CPUS,
	.release = UTS_RELEASE,
	.boot = nic_boot,
	.poll = nic_poll,
	.proc_read = nic_proc_read_outside,
	.boot_stack = (char *)init_stack + THREAD_SIZE - 16,
	.stubs = __start_nic_stubs,
	.stubs_end = __stop_nic_stubs,
	.text_start = (unsigned long)_stext,
	.text_end = (unsigned long)_etext,
};
