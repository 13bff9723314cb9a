/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A system call's frames in the kernel lie at the same addresses of the task's stack however much
 * of that stack user code, which is code of the simulation, has taken: else cache lines of the
 * stack would depend on the compiler.
 */
#include "tests/real.h"

#include "nic_model/linux/hook.h"

#define SEEN 4096

static const struct kimage_calls *calls;
static unsigned long seen[SEEN];
static unsigned int count;
static bool listening;

static void see(struct hook_state *s, struct hook_site *site, unsigned long addr)
{
	(void)s;
	if (listening && (site->access & HOOK_STACK) && count < SEEN)
		seen[count++] = addr;
}

/* Stack addresses of a call, made with `room` bytes of the stack in use. */
static __attribute__((noinline)) void call_below(unsigned int room)
{
	char *taken = __builtin_alloca(room);
	char text[32];

	memset(taken, 1, room);
	__asm__ volatile("" : : "r"(taken) : "memory");
	listening = true;
	calls->sysctl_read("net.core.rmem_max", text, sizeof(text));
	listening = false;
}

static void init(void *arg, const struct kimage_calls *c)
{
	static unsigned long first[SEEN];
	unsigned int n;

	(void)arg;
	calls = c;
	call_below(64); /* what is done once is done */
	for (unsigned int room = 64; room < 8192; room += 1360) {
		count = 0;
		call_below(room);
		assert_true(count > 20 && count < SEEN);
		if (room == 64) {
			n = count;
			memcpy(first, seen, sizeof(seen));
		}
		assert_int_equal(count, n);
		assert_memory_equal(first, seen, count * sizeof(*seen));
	}
	sim_stop();
}

static void same_frames(void **state)
{
	char *path = real_image("hooked");
	struct machine *m;
	const struct hook_image *hooks;

	(void)state;
	m = real_machine(path, (struct machine_params){.name = "host", .cpus = 1, .init = init});
	hooks = (const void *)image_address(machine_image(m), "hook_image");
	assert_non_null(hooks);
	hooks->ops->access = see;
	assert_int_equal(sim_run(SIM_MS(100)), SIM_END_STOPPED);
	real_check(m);
	machine_free(m);
	free(path);
}

int main(void)
{
	return RUN_ONE(same_frames);
}
