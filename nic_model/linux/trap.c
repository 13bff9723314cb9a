// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: signals inside an image's code.  Calls: the image's handlers, machine_ops.c.
 * Models: BUG(), WARN() and bad addresses as the kernel's exception handlers take them.
 * Leaves out: page faults that a kernel would repair, other exceptions (the process ends).
 * Source: Linux 6.1 include/asm-generic/bug.h, arch/x86/kernel/traps.c for what each means.
 */
#include "nic_model/linux/trap.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>

#include "nic_model/linux/image.h"
#include "sim/check.h"

#define SIGNALS 4
static const int signals[SIGNALS] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE};

/*
 * Code that takes no time can loop without the simulation ever seeing it. Processor time shows it:
 * so many ticks in an image, one after the other, in which the simulation was not called.
 */
#define TICK_S	    1
#define TICKS_STUCK 3

#define FREED 0x6b6b6b6b6b6b6b6bull /* glue/slab.c: what freed memory holds */
static struct sigaction before[SIGNALS];
static struct {
	struct machine *m;
	const struct image *img;
	const struct kimage_sim *sim;
} machines[IMAGE_MAX_HOSTS];
static bool installed;
uint64_t trap_calls;

/* struct bug_entry of the packaged kernel: relative pointers (CONFIG_GENERIC_BUG_RELATIVE_POINTERS,
 * DEBUG_BUGVERBOSE). */
struct bug_entry {
	int32_t addr, file;
	uint16_t line, flags;
};
#define BUGFLAG_WARNING 1u
#define BUGFLAG_ONCE	2u
#define BUGFLAG_DONE	4u

static struct bug_entry *find_bug(const struct image *img, uint64_t ip)
{
	struct bug_entry *b = (void *)image_address(img, "__start___bug_table");
	struct bug_entry *end = (void *)image_address(img, "__stop___bug_table");

	for (; b && b < end; b++)
		if ((uint64_t)&b->addr + (uint64_t)(int64_t)b->addr == ip)
			return b;
	return NULL;
}

/* The faulting code continues here, on its own stack, outside the signal handler. */
static const struct kimage_sim *fault_sim;
static enum kimage_fault fault_what;
static const char *fault_text;
static const void *fault_ip;
static char fault_buf[256];

__attribute__((force_align_arg_pointer)) static void fault_now(void)
{
	fault_sim->fault(fault_sim->arg, fault_what, fault_text, fault_ip);
}

static void go_fault(ucontext_t *uc, const struct kimage_sim *sim, enum kimage_fault what,
		     uint64_t ip)
{
	fault_sim = sim;
	fault_what = what;
	fault_text = fault_buf;
	fault_ip = (const void *)ip;
	/* Below the red zone of nothing (kernel code has none), aligned as after a call. */
	uc->uc_mcontext.gregs[REG_RSP] =
		(greg_t)(((uint64_t)uc->uc_mcontext.gregs[REG_RSP] & ~15ull) - 8);
	uc->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)fault_now;
}

/* What a bad access was after; x86 gives no address for one that is none (not canonical). */
static void describe(int sig, const siginfo_t *si, const ucontext_t *uc)
{
	uint64_t at = (uint64_t)si->si_addr;
	bool freed = at - FREED + 65536 < 131072;

	for (int r = REG_R8; r <= REG_RCX && sig == SIGSEGV && !freed; r++)
		freed = (uint64_t)uc->uc_mcontext.gregs[r] == FREED;
	if (freed)
		snprintf(fault_buf, sizeof(fault_buf),
			 "pointer out of freed memory followed (use after free)");
	else if (sig == SIGSEGV && at < 4096)
		snprintf(fault_buf, sizeof(fault_buf), "NULL pointer followed, address %#llx",
			 (unsigned long long)at);
	else
		snprintf(fault_buf, sizeof(fault_buf), "%s at address %#llx", strsignal(sig),
			 (unsigned long long)at);
}

static void handle(int sig, const struct image *img, const struct kimage_sim *sim, siginfo_t *si,
		   ucontext_t *uc)
{
	uint64_t ip = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
	struct bug_entry *b = sig == SIGILL ? find_bug(img, ip) : NULL;
	const char *file;

	if (!b) {
		describe(sig, si, uc);
		go_fault(uc, sim, KIMAGE_FAULT_OOPS, ip);
		return;
	}
	file = (const char *)&b->file + b->file;
	snprintf(fault_buf, sizeof(fault_buf), "%s:%u", file, b->line);
	if (!(b->flags & BUGFLAG_WARNING)) {
		go_fault(uc, sim, KIMAGE_FAULT_BUG, ip);
		return;
	}
	if (!(b->flags & BUGFLAG_DONE)) {
		if (b->flags & BUGFLAG_ONCE)
			b->flags |= BUGFLAG_DONE;
		sim->fault(sim->arg, KIMAGE_FAULT_WARN, fault_buf, (const void *)ip);
	}
	uc->uc_mcontext.gregs[REG_RIP] = (greg_t)ip + 2; /* behind ud2 */
}

static void on_signal(int sig, siginfo_t *si, void *ctx)
{
	ucontext_t *uc = ctx;
	uint64_t ip = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
	size_t i;

	for (i = 0; i < IMAGE_MAX_HOSTS; i++) {
		const struct image *img = machines[i].img;

		/* A call through a bad pointer: the return address says whose it was. */
		if (img &&
		    (ip - img->base < img->bytes ||
		     (sig == SIGSEGV && ip < 4096 &&
		      *(uint64_t *)uc->uc_mcontext.gregs[REG_RSP] - img->base < img->bytes))) {
			handle(sig, img, machines[i].sim, si, uc);
			return;
		}
	}
	for (i = 0; i < SIGNALS; i++)
		if (signals[i] == sig)
			sigaction(sig, &before[i], NULL);
	/* Returns to the instruction, which faults again with the old handler in place. */
}

static void on_tick(int sig, siginfo_t *si, void *ctx)
{
	static uint64_t seen;
	static unsigned int ticks;
	ucontext_t *uc = ctx;
	uint64_t ip = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
	size_t i;

	(void)sig;
	(void)si;
	for (i = 0; i < IMAGE_MAX_HOSTS; i++)
		if (machines[i].img && ip - machines[i].img->base < machines[i].img->bytes)
			break;
	if (i == IMAGE_MAX_HOSTS || trap_calls != seen) {
		seen = trap_calls;
		ticks = 0;
	} else if (++ticks == TICKS_STUCK) {
		ticks = 0;
		snprintf(fault_buf, sizeof(fault_buf),
			 "runs for seconds of processor time, in which no simulated time passes");
		go_fault(uc, machines[i].sim, KIMAGE_FAULT_LOCKUP, ip);
	}
}

static void start_ticks(void)
{
	struct itimerval it = {{TICK_S, 0}, {TICK_S, 0}};
	struct sigaction sa = {.sa_sigaction = on_tick,
			       .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};

	sigemptyset(&sa.sa_mask);
	sigaction(SIGVTALRM, &sa, NULL);
	setitimer(ITIMER_VIRTUAL, &it, NULL);
}

static void install(void)
{
	static uint8_t stack[65536];
	stack_t alt = {.ss_sp = stack, .ss_size = sizeof(stack)}, old;
	struct sigaction sa = {.sa_sigaction = on_signal,
			       .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
	size_t i;

	if (!sigaltstack(NULL, &old) && (old.ss_flags & SS_DISABLE))
		sigaltstack(&alt, NULL);
	sigemptyset(&sa.sa_mask);
	for (i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &sa, &before[i]);
	start_ticks();
	installed = true;
}

void trap_register(struct machine *m, const struct image *img, const struct kimage_sim *sim)
{
	if (!installed)
		install();
	machines[img->host].m = m;
	machines[img->host].img = img;
	machines[img->host].sim = sim;
}

void trap_unregister(struct machine *m)
{
	size_t i;

	for (i = 0; i < IMAGE_MAX_HOSTS; i++)
		if (machines[i].m == m)
			memset(&machines[i], 0, sizeof(machines[i]));
}
