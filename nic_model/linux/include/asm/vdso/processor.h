/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Busy waiting gives up simulated time: each pause is a call into the simulation. */
#ifndef __ASM_VDSO_PROCESSOR_H
#define __ASM_VDSO_PROCESSOR_H
#ifndef __ASSEMBLY__
extern void nic_cpu_relax(void);
static __always_inline void rep_nop(void) { nic_cpu_relax(); }
static __always_inline void cpu_relax(void) { nic_cpu_relax(); }
#endif
#endif
