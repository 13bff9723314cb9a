/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A crash (bad pointer, stack overflow, illegal instruction) in a model or in
 * a driver under test ends like a broken invariant: one message that says
 * what and where, the dumps, exit status 3.  Private to sim/.
 */
#ifndef NICPATH_SIM_CRASH_H
#define NICPATH_SIM_CRASH_H

#include <stdint.h>

/*
 * Takes the signals over, on a stack of their own, unless somebody (a
 * sanitizer) has them already.  explain(addr) may return a sentence about a
 * faulting address, or NULL; it must not allocate.
 */
void crash_install(const char *(*explain)(uintptr_t addr));

#endif
