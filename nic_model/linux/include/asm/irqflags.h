/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The interrupt flag as a per-CPU word: cli and sti cannot run in user space.
 *
 * One store stands for cli; one store, one test and a never-taken branch for sti. nic_irq_pending is set by the simulation when
 * an interrupt waits for this CPU. Accesses to nic_irq_* are not memory accesses of the kernel: the rewriter leaves them out.
 */
#ifndef _X86_IRQFLAGS_H_
#define _X86_IRQFLAGS_H_

#include <asm/processor-flags.h>

#ifndef __ASSEMBLY__
#include <linux/types.h>
#include <asm/nospec-branch.h>

#define __cpuidle __section(".cpuidle.text")

extern void nic_irq_run_pending(void);

static __always_inline unsigned long arch_local_save_flags(void)
{
	unsigned long flags;

	asm volatile("movq %%gs:nic_irq_flags(%%rip), %0" : "=r" (flags) : : "memory");
	return flags;
}

static __always_inline void arch_local_irq_disable(void)
{
	asm volatile("movq $0, %%gs:nic_irq_flags(%%rip)" : : : "memory");
}

static __always_inline void arch_local_irq_enable(void)
{
	asm goto("movq $0x200, %%gs:nic_irq_flags(%%rip)\n\t"
		 "cmpq $0, %%gs:nic_irq_pending(%%rip)\n\t"
		 "jne %l[pending]"
		 : : : "memory", "cc" : pending);
	return;
pending:
	nic_irq_run_pending();
}

static __always_inline unsigned long native_save_fl(void) { return arch_local_save_flags(); }
static inline __cpuidle void native_safe_halt(void) { arch_local_irq_enable(); }
static inline __cpuidle void arch_safe_halt(void) { arch_local_irq_enable(); }
static inline __cpuidle void halt(void) { }

static __always_inline unsigned long arch_local_irq_save(void)
{
	unsigned long flags = arch_local_save_flags();

	arch_local_irq_disable();
	return flags;
}

static __always_inline int arch_irqs_disabled_flags(unsigned long flags)
{
	return !(flags & X86_EFLAGS_IF);
}

static __always_inline int arch_irqs_disabled(void)
{
	return arch_irqs_disabled_flags(arch_local_save_flags());
}

static __always_inline void arch_local_irq_restore(unsigned long flags)
{
	if (!arch_irqs_disabled_flags(flags))
		arch_local_irq_enable();
}
#endif
#endif
