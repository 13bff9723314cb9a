/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/crash.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "sim/check.h"

#define HANDLER_STACK_BYTES (128 * 1024)
#define DUMP_LIMIT_S	    5
#define EXIT_INTERNAL	    3

static const char *(*explain_addr)(uintptr_t addr);

static void *code_address(void *context)
{
#ifdef __x86_64__
	return (void *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#else
	(void)context;
	return NULL;
#endif
}

/* Dumps may hang on a lock that the crash has left taken. */
static void give_up(int sig)
{
	(void)sig;
	_exit(EXIT_INTERNAL);
}

static void crashed(int sig, siginfo_t *info, void *context)
{
	void *pc = code_address(context);
	const char *why = explain_addr((uintptr_t)info->si_addr);
	Dl_info where;

	signal(SIGALRM, give_up);
	alarm(DUMP_LIMIT_S);
	dprintf(STDERR_FILENO, "nicpath: crash: %s at address %p", strsignal(sig), info->si_addr);
	if (pc && dladdr(pc, &where) && where.dli_sname)
		dprintf(STDERR_FILENO, ", in %s()", where.dli_sname);
	else if (pc)
		dprintf(STDERR_FILENO, ", at code address %p", pc);
	dprintf(STDERR_FILENO, "\n");
	if (why)
		dprintf(STDERR_FILENO, "nicpath: %s\n", why);
	check_dump_and_exit();
}

static void take(int sig)
{
	struct sigaction old,
		sa = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

	if (sigaction(sig, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
		sigaction(sig, &sa, NULL);
}

void crash_install(const char *(*explain)(uintptr_t addr))
{
	static char stack[HANDLER_STACK_BYTES];
	stack_t ss = {.ss_sp = stack, .ss_size = sizeof(stack)}, old;

	explain_addr = explain;
	if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE))
		sigaltstack(&ss, NULL);
	take(SIGSEGV);
	take(SIGBUS);
	take(SIGILL);
	take(SIGFPE);
}
