// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: vcpu.c on every switch of simulated CPUs.  Calls: WRGSBASE, or arch_prctl().
 * Models: nothing; the register is the real one.
 * Leaves out: %fs (user space's own).
 * Source: arch_prctl(2); Intel SDM volume 2, WRGSBASE.
 */
#include "nic_model/linux/gsbase.h"

#include <asm/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sim/check.h"

#define HWCAP2_FSGSBASE_BIT                                                                        \
	2ul /* AT_HWCAP2: the kernel lets user space use the instruction (5.9 and later) */

void gsbase_write(unsigned long base)
{
	static int fast = -1;

	if (fast < 0)
		fast = (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE_BIT) != 0;
	if (fast)
		asm volatile("wrgsbase %0" : : "r"(base) : "memory");
	else
		sim_assert(syscall(SYS_arch_prctl, ARCH_SET_GS, base) == 0);
}
