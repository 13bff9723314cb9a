/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The %gs base register, which holds a simulated CPU's per-CPU offset while kernel code runs. */
#ifndef NICPATH_NIC_MODEL_LINUX_GSBASE_H
#define NICPATH_NIC_MODEL_LINUX_GSBASE_H

/* By wrgsbase where CPU and kernel allow it, otherwise by a system call (about 100 ns). */
void gsbase_write(unsigned long base);

#endif
