/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kernel stacks of 64 KiB instead of 16: calls into the simulation run on them. */
#ifndef NICPATH_ASM_PAGE_64_TYPES_H
#define NICPATH_ASM_PAGE_64_TYPES_H
#include_next <asm/page_64_types.h>
#undef THREAD_SIZE_ORDER
#define THREAD_SIZE_ORDER 4
#endif
