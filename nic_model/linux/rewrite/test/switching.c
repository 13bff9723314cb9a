/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two simulated CPUs run the same hooked function on stacks of their own; the back end switches
 * between them at every block and at every locked instruction. Both must get the result that they
 * get alone, each CPU's state must have counted its own cost, and floating-point state must survive
 * a back end that ruins it.
 */
#include "nic_model/linux/hook.h"

#include <stdio.h>
#include <string.h>
#include <ucontext.h>

extern struct hook_block __start_hook_blocks[], __stop_hook_blocks[];

long switched(int *shared, long n); /* hooked: switched.c */
double scaled(double x, int n);

static ucontext_t main_ctx, ctx[2];
static struct hook_state state[2];
static long result[2], spent[2], switches;
static int shared, running, done;

static void give_up(void)
{
	int me = running;

	if (done)
		return;
	switches++;
	running = !me;
	hook_switch(&state[running]);
	swapcontext(&ctx[me], &ctx[running]);
}

static void block(struct hook_state *s, struct hook_block *b)
{
	spent[s - state] += b->cost;
	s->left = 0;
	s->fetched = b->line_last;
	give_up();
}

static void access_(struct hook_state *s, struct hook_site *site, unsigned long addr)
{
	volatile double d = addr;

	(void)s;
	d = d * 1.5 + 2.25;
	__asm__ volatile("pcmpeqd %%xmm0, %%xmm0\n\tmovaps %%xmm0, %%xmm1\n\tfninit\n\tfldpi"
			 :
			 :
			 : "xmm0", "xmm1");
	if (site->access & HOOK_ATOMIC)
		give_up();
}

static void range(struct hook_state *s, struct hook_site *site, unsigned long dst,
		  unsigned long src, unsigned long bytes)
{
	(void)s;
	(void)site;
	(void)dst;
	(void)src;
	(void)bytes;
}

static void run(int cpu)
{
	result[cpu] = switched(&shared, 1000 + cpu);
	done++;
	running = !cpu;
	hook_switch(&state[!cpu]);
	if (done == 1)
		setcontext(&ctx[!cpu]);
}

static long cost_of_blocks(void)
{
	long sum = 0;

	for (struct hook_block *b = __start_hook_blocks; b < __stop_hook_blocks; b++)
		sum += b->count * b->cost;
	return sum;
}

static void two_cpus(void)
{
	static char stacks[2][65536];

	for (int i = 0; i < 2; i++) {
		getcontext(&ctx[i]);
		ctx[i].uc_stack.ss_sp = stacks[i];
		ctx[i].uc_stack.ss_size = sizeof(stacks[i]);
		ctx[i].uc_link = &main_ctx;
		makecontext(&ctx[i], (void (*)(void))run, 1, i);
	}
	hook_switch(&state[0]);
	swapcontext(&main_ctx, &ctx[0]);
}

int main(void)
{
	long alone[2], before;
	double d, want = 1.0;
	int bad = 0;

	hook_switch(&state[0]);
	state[0].left = ~0ul >> 1;
	for (int i = 0; i < 2; i++) {
		shared = 0;
		alone[i] = switched(&shared, 1000 + i);
	}
	for (struct hook_block *b = __start_hook_blocks; b < __stop_hook_blocks; b++)
		b->cost = b->insns[HOOK_SIMPLE] + 1;
	memset(state, 0, sizeof(state));
	hook_ops = (struct hook_ops){block, access_, range};
	hook_save_fp = 1;
	shared = 0;
	before = cost_of_blocks();
	two_cpus();
	hook_ops = hook_count_ops;
	for (int i = 0; i < 2; i++)
		if (result[i] != alone[i]) {
			printf("CPU %d: %ld, alone %ld\n", i, result[i], alone[i]);
			bad = 1;
		}
	if (spent[0] + spent[1] != cost_of_blocks() - before || spent[0] < 1000 ||
	    spent[1] < 1000 || switches < 4000) {
		printf("cost %ld + %ld, blocks' %ld, %ld switches\n", spent[0], spent[1],
		       cost_of_blocks() - before, switches);
		bad = 1;
	}
	if (shared != 2001) {
		printf("shared counter %d, expected 2001\n", shared);
		bad = 1;
	}
	hook_ops = (struct hook_ops){block, access_, range};
	hook_state_flush(hook_cur);
	done = 1;
	d = scaled(1.0, 10);
	for (int i = 0; i < 10; i++)
		want = want * 1.25 + 0.5;
	if (d != want) {
		printf("floating point %g, expected %g\n", d, want);
		bad = 1;
	}
	printf("%ld switches\n", switches);
	return bad;
}
