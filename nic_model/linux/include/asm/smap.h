/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Supervisor access prevention: user memory is ordinary memory here; stac and clac cannot run in user space. */
#ifndef _ASM_X86_SMAP_H
#define _ASM_X86_SMAP_H

#include <asm/nops.h>
#include <asm/cpufeatures.h>
#include <asm/alternative.h>

#ifdef __ASSEMBLY__
#define ASM_CLAC
#define ASM_STAC
#else
#define ASM_CLAC ""
#define ASM_STAC ""
static __always_inline void clac(void) { asm volatile("" ::: "memory"); }
static __always_inline void stac(void) { asm volatile("" ::: "memory"); }
static __always_inline unsigned long smap_save(void) { return 0; }
static __always_inline void smap_restore(unsigned long flags) { }
#endif
#endif
