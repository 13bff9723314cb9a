/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Alternative instructions, chosen when the image is built instead of patched at boot.
 *
 * In C the last (newest) alternative is taken; in assembler files .if decides by feature number, so that single ones
 * can be left out. The resulting CPU has: REP_GOOD, ERMS, POPCNT, CX16, XMM, LFENCE_RDTSC, 3DNOWPREFETCH, RDTSCP.
 * It has not: SMAP (stac/clac cannot run in user space), FSRM, LA57.
 */
#ifndef _ASM_X86_ALTERNATIVE_H
#define _ASM_X86_ALTERNATIVE_H

#include <linux/types.h>
#include <linux/stringify.h>
#include <asm/asm.h>

#define ALTINSTR_FLAG_INV	(1 << 15)
#define ALT_NOT(feat)		((feat) | ALTINSTR_FLAG_INV)

#ifndef __ASSEMBLY__
#include <linux/stddef.h>

#define LOCK_PREFIX_HERE ""
#define LOCK_PREFIX "lock; "
#define ANNOTATE_IGNORE_ALTERNATIVE ""

struct module;
static inline void alternatives_enable_smp(void) {}

#define ALTERNATIVE(oldinstr, newinstr, feature)	newinstr "\n"
#define ALTERNATIVE_2(oldinstr, newinstr1, feature1, newinstr2, feature2) newinstr2 "\n"
#define ALTERNATIVE_TERNARY(oldinstr, feature, newinstr_yes, newinstr_no) newinstr_yes "\n"
#define ALTERNATIVE_3(oldinsn, newinsn1, feat1, newinsn2, feat2, newinsn3, feat3) newinsn3 "\n"

#define alternative(oldinstr, newinstr, feature)			\
	asm_inline volatile (ALTERNATIVE(oldinstr, newinstr, feature) : : : "memory")
#define alternative_2(oldinstr, newinstr1, feature1, newinstr2, feature2) \
	asm_inline volatile(ALTERNATIVE_2(oldinstr, newinstr1, feature1, newinstr2, feature2) ::: "memory")
#define alternative_ternary(oldinstr, feature, newinstr_yes, newinstr_no) \
	asm_inline volatile(ALTERNATIVE_TERNARY(oldinstr, feature, newinstr_yes, newinstr_no) ::: "memory")
#define alternative_input(oldinstr, newinstr, feature, input...)	\
	asm_inline volatile (ALTERNATIVE(oldinstr, newinstr, feature) : : "i" (0), ## input)
#define alternative_io(oldinstr, newinstr, feature, output, input...)	\
	asm_inline volatile (ALTERNATIVE(oldinstr, newinstr, feature) : output : "i" (0), ## input)
#define alternative_call(oldfunc, newfunc, feature, output, input...)	\
	asm_inline volatile ("call %P[new]"				\
		: output : [old] "i" (oldfunc), [new] "i" (newfunc), ## input)
#define alternative_call_2(oldfunc, newfunc1, feature1, newfunc2, feature2, output, input...) \
	asm_inline volatile ("call %P[new2]"				\
		: output, ASM_CALL_CONSTRAINT				\
		: [old] "i" (oldfunc), [new1] "i" (newfunc1), [new2] "i" (newfunc2), ## input)

#define ASM_OUTPUT2(a...) a
#define ASM_NO_INPUT_CLOBBER(clbr...) "i" (0) : clbr

#else /* __ASSEMBLY__ */

#include <asm/cpufeatures.h>

	.macro LOCK_PREFIX
	lock
	.endm
	.macro ANNOTATE_IGNORE_ALTERNATIVE
	.endm

#define NICPATH_CPU_HAS(f) \
	(((f) == X86_FEATURE_REP_GOOD) | ((f) == X86_FEATURE_ERMS) | ((f) == X86_FEATURE_LFENCE_RDTSC))

.macro ALTERNATIVE oldinstr, newinstr, feature
	.if NICPATH_CPU_HAS(\feature)
	\newinstr
	.else
	\oldinstr
	.endif
.endm

.macro ALTERNATIVE_2 oldinstr, newinstr1, feature1, newinstr2, feature2
	.if NICPATH_CPU_HAS(\feature2)
	\newinstr2
	.elseif NICPATH_CPU_HAS(\feature1)
	\newinstr1
	.else
	\oldinstr
	.endif
.endm

#endif /* __ASSEMBLY__ */
#endif
