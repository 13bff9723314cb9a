/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CPU entry, interrupts, softirqs, scheduler, locks, timers.  Names are those
 * of 2.6.2x; a profile of another version gives the cost of what took the
 * function's place.  Units (kfn_units): __do_softirq a handler that runs;
 * __wake_up a waiter; run_timer_softirq a timer; others none.
 */
#ifndef NICPATH_MODELS_HOST_KFN_HOST_H
#define NICPATH_MODELS_HOST_KFN_HOST_H

#define KFN_LIST_HOST(F)                                                                           \
	F(system_call)                                                                             \
	F(default_idle) F(common_interrupt) F(do_IRQ) F(handle_IRQ_event) F(irq_exit) F(           \
		do_softirq) F(__do_softirq) F(raise_softirq_irqoff) F(ksoftirqd)                   \
		F(local_bh_enable) F(schedule) F(__switch_to) F(try_to_wake_up) F(                 \
			enqueue_task_fair) F(dequeue_task_fair) F(update_curr) F(load_balance)     \
			F(__wake_up) F(prepare_to_wait) F(finish_wait) F(schedule_timeout)         \
				F(_raw_spin_lock) F(_raw_spin_unlock) F(_raw_spin_trylock)         \
					F(smp_reschedule_interrupt) F(smp_call_function_interrupt) \
						F(smp_apic_timer_interrupt) F(scheduler_tick)      \
							F(run_timer_softirq) F(mod_timer)          \
								F(del_timer) F(hrtimer_start)      \
									F(hrtimer_interrupt)       \
										F(ehci_hcd)

#endif
