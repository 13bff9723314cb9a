/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The time stamp counter is the simulated CPU's clock, at 1 GHz. */
#ifndef NICPATH_ASM_MSR_H
#define NICPATH_ASM_MSR_H
#ifdef __ASSEMBLY__
#include_next <asm/msr.h>
#else
#define rdtsc nicpath_host_rdtsc
#define rdtsc_ordered nicpath_host_rdtsc_ordered
#include_next <asm/msr.h>
#undef rdtsc
#undef rdtsc_ordered
extern unsigned long long nic_tsc(void);
static __always_inline unsigned long long rdtsc(void) { return nic_tsc(); }
static __always_inline unsigned long long rdtsc_ordered(void) { return nic_tsc(); }
#endif
#endif
