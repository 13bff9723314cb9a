/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time accounting by kind: the places where the kernel would account interrupts and softirqs tell the simulation. */
#ifndef NICPATH_LINUX_VTIME_H
#define NICPATH_LINUX_VTIME_H
#include_next <linux/vtime.h>
extern void nic_account_enter(int softirq);
extern void nic_account_exit(void);
#define account_hardirq_enter(tsk) nic_account_enter(0)
#define account_hardirq_exit(tsk) nic_account_exit()
#define account_softirq_enter(tsk) nic_account_enter(1)
#define account_softirq_exit(tsk) nic_account_exit()
#endif
