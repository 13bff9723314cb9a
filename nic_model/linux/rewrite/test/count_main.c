/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Linked with hooked code under test: at exit prints "COUNT function insns loads stores" for each
 * function that ran, to the file named by the environment variable HOOK_COUNTS. Static functions of
 * one name are told apart by nothing.
 */
#include "nic_model/linux/hook.h"

#include <stdio.h>
#include <stdlib.h>

extern struct hook_block __start_hook_blocks[], __stop_hook_blocks[];
extern struct hook_func __start_hook_funcs[], __stop_hook_funcs[];

static void __attribute__((constructor)) start(void)
{
	hook_switch(hook_cur);
}

struct total {
	unsigned long insns, loads, stores;
};

static void __attribute__((destructor)) print(void)
{
	const char *path = getenv("HOOK_COUNTS");
	struct total *t = calloc(__stop_hook_funcs - __start_hook_funcs, sizeof(*t));
	FILE *out = path ? fopen(path, "w") : NULL;

	if (!out || !t)
		return;
	for (struct hook_block *b = __start_hook_blocks; b < __stop_hook_blocks; b++) {
		struct total *f = &t[hook_block_func(b) - __start_hook_funcs];

		for (int k = 0; k < HOOK_NR_CLASSES; k++)
			f->insns += b->count * b->insns[k];
		f->loads += b->count * b->loads;
		f->stores += b->count * b->stores;
	}
	for (long i = 0; i < __stop_hook_funcs - __start_hook_funcs; i++)
		if (t[i].insns)
			fprintf(out, "COUNT %s %lu %lu %lu\n", __start_hook_funcs[i].name,
				t[i].insns, t[i].loads, t[i].stores);
	fclose(out);
	free(t);
}
