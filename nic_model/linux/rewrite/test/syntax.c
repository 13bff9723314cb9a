/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Linked with syntax.s plain and hooked: results, and what the side tables point at, must be the
 * same. Prints both; the test compares the two programs' output.
 */
#include <stdint.h>
#include <stdio.h>

long syntax(long *p, long n);
extern uint64_t syntax_marks[];
extern int32_t syntax_locks[], syntax_alts[], syntax_extable[], syntax_jump[];
void hook_switch(void *s) __attribute__((weak));
extern void *hook_cur __attribute__((weak));

/* First bytes of the code that a place-relative entry names. */
static void bytes(const char *what, const unsigned char *p, int n)
{
	printf("%s:", what);
	while (n--)
		printf(" %02x", *p++);
	printf("\n");
}

int main(void)
{
	if (&hook_cur)
		hook_switch(hook_cur);
	for (long n = 1; n < 6; n++) {
		long p[2] = {n * 7, n * 1000};
		long r = syntax(p, n);

		printf("%ld %ld %ld\n", n, r, p[0]);
	}
	bytes("lock prefix", (unsigned char *)&syntax_locks[0] + syntax_locks[0], 5);
	bytes("alternative", (unsigned char *)&syntax_alts[0] + syntax_alts[0], 4);
	bytes("its lengths", (unsigned char *)&syntax_alts[2] + 2, 2);
	bytes("may fault", (unsigned char *)&syntax_extable[0] + syntax_extable[0], 3);
	bytes("jump label", (unsigned char *)&syntax_jump[0] + syntax_jump[0], 5);
	bytes("mark", (unsigned char *)syntax_marks[0], 2);
	return 0;
}
