/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPU entry, interrupts, softirqs, scheduler, locks, timers. */
#ifndef NICPATH_MODELS_HOST_KFN_HOST_H
#define NICPATH_MODELS_HOST_KFN_HOST_H

#define KFN_LIST_HOST(F) \
	F(system_call) F(default_idle) F(do_IRQ) F(handle_IRQ_event) F(irq_exit) \
	F(__do_softirq) F(raise_softirq_irqoff) F(ksoftirqd) F(local_bh_enable) \
	F(schedule) F(try_to_wake_up) F(__wake_up) F(_raw_spin_lock) F(_raw_spin_unlock) \
	F(_raw_spin_trylock) F(smp_apic_timer_interrupt) F(run_timer_softirq) F(mod_timer) F(ehci_hcd)

#endif
