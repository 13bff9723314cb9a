/* SPDX-License-Identifier: GPL-2.0-or-later */
/* static_cpu_has() without the boot-time patching that the package's header relies on. */
#ifndef NICPATH_ASM_CPUFEATURE_H
#define NICPATH_ASM_CPUFEATURE_H

#include_next <asm/cpufeature.h>

#if defined(__KERNEL__) && !defined(__ASSEMBLY__)
#undef static_cpu_has
#define static_cpu_has(bit) (__builtin_constant_p(boot_cpu_has(bit)) ? boot_cpu_has(bit) : \
	((bit) == X86_FEATURE_ERMS || (bit) == X86_FEATURE_REP_GOOD || (bit) == X86_FEATURE_XMM2))
#endif
#endif
