/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cmocka and the headers that it wants before it. */
#ifndef NICPATH_TESTS_TAP_H
#define NICPATH_TESTS_TAP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Path of a file that belongs to this process alone: two test runs at a time do
 * not meet.  Its child processes get the same by using the parent's string.
 */
static inline const char *tmp_path(char *buf, size_t n, const char *name)
{
	const char *dir = getenv("TMPDIR");

	snprintf(buf, n, "%s/nicpath-%ld-%s", dir ? dir : "/tmp", (long)getpid(), name);
	return buf;
}

/* Runs one test function and is the value of main(). */
#define RUN_ONE(fn)                                                                                \
	({                                                                                         \
		const struct CMUnitTest tests_[] = {cmocka_unit_test(fn)};                         \
		cmocka_run_group_tests(tests_, NULL, NULL);                                        \
	})

#endif
