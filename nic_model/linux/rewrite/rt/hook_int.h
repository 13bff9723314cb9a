/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the run time's assembler and C. */
#ifndef NIC_MODEL_LINUX_REWRITE_RT_HOOK_INT_H
#define NIC_MODEL_LINUX_REWRITE_RT_HOOK_INT_H

/* The run time's data lies behind the kernel's, which does not move when it grows. */
#define HOOK_DATA  __attribute__((section("hook_data")))
#define HOOK_CONST __attribute__((section("hook_const")))

struct hook_site;
/* In the order of the numbers in hook_entry.S. */
enum range_kind { R_MOVS, R_STOS, R_LODS, R_SCAS_E, R_SCAS_NE, R_CMPS_E, R_CMPS_NE };

extern unsigned long hook_base;
/* n elements of the site's size; rax is what scas compares with. */
void hook_range(enum range_kind kind, struct hook_site *site, unsigned long dst, unsigned long src,
		unsigned long n, unsigned long rax);

#endif
