/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cmocka and the headers that it wants before it. */
#ifndef NICPATH_TESTS_TAP_H
#define NICPATH_TESTS_TAP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Runs one test function and is the value of main(). */
#define RUN_ONE(fn)                                                       \
	({                                                                \
		const struct CMUnitTest tests_[] = { cmocka_unit_test(fn) }; \
		cmocka_run_group_tests(tests_, NULL, NULL);               \
	})

#endif
