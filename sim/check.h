/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two kinds of trouble.  A user's mistake is an error message, a malloc'd
 * string that grows context on its way up to main().  A broken invariant is
 * a defect of ours: sim_assert() prints the simulated time and the dump of
 * every registered block, and ends the process with status 3.
 */
#ifndef NICPATH_SIM_CHECK_H
#define NICPATH_SIM_CHECK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Formats a message.  Caller frees.  Never NULL. */
char *err_fmt(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Puts "prefix: " before a message; frees the old one; NULL stays NULL. */
char *err_in(char *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* malloc family that ends the process (status 3) when memory is out. */
void *xmalloc(unsigned long size);
void *xcalloc(unsigned long n, unsigned long size);
void *xrealloc(void *p, unsigned long size);
char *xstrdup(const char *s);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

void sim_panic(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4), noreturn));

#define sim_assert(cond)                                                                           \
	do {                                                                                       \
		if (__builtin_expect(!(cond), 0))                                                  \
			sim_panic(__FILE__, __LINE__, "broken: %s", #cond);                        \
	} while (0)

#define sim_assertf(cond, ...)                                                                     \
	do {                                                                                       \
		if (__builtin_expect(!(cond), 0))                                                  \
			sim_panic(__FILE__, __LINE__, __VA_ARGS__);                                \
	} while (0)

/* Adds a block whose state is printed by sim_panic(); name is not copied. */
void check_on_panic(const char *name, void (*dump)(void *arg), void *arg);

/* The end of sim_panic() alone: all dumps to stderr, then exit status 3. */
void check_dump_and_exit(void) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
#endif
