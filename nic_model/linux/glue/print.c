// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The console, warnings and the end: printk, WARN, panic.
 *
 * Called by: everything
 * Models: each message goes to the simulation with its level; nothing is stored
 * Leaves out: the log buffer, rate-limited consoles, backtraces (the simulation knows the stack)
 */
#include <linux/bug.h>
#include <linux/console.h>
#include <linux/export.h>
#include <linux/kernel.h>
#include <linux/panic_notifier.h>
#include <linux/printk.h>
#include <linux/ratelimit.h>
#include <linux/sched.h>
#include <linux/sched/debug.h>

#include "glue.h"

int panic_timeout, panic_on_oops, panic_on_warn;
bool panic_on_taint_nousertaint;
int panic_on_unrecovered_nmi, panic_on_io_nmi, panic_on_stackoverflow;
unsigned long panic_print, panic_on_taint;
int oops_in_progress, unknown_nmi_panic, print_fatal_signals, suid_dumpable;
int console_printk[4] = {7, 4, 1, 7};
ATOMIC_NOTIFIER_HEAD(panic_notifier_list);

static char nic_last_error[160]; /* the last line of level error or worse */

int vprintk(const char *fmt, va_list args)
{
	static char buf[1024]; /* one host thread, and the simulation does not print through here */
	int level = printk_get_level(fmt);
	int n = vscnprintf(buf, sizeof(buf), printk_skip_level(fmt), args);

	if (level && level <= '3') {
		strscpy(nic_last_error, buf, sizeof(nic_last_error));
		strim(nic_last_error);
	}
	SIM(print, level ? level - '0' : 5, buf, n);
	return n;
}

int _printk(const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vprintk(fmt, args);
	va_end(args);
	return n;
}

int _printk_deferred(const char *fmt, ...)
{
	va_list args;
	int n;

	va_start(args, fmt);
	n = vprintk(fmt, args);
	va_end(args);
	return n;
}

int __printk_ratelimit(const char *func)
{
	static DEFINE_RATELIMIT_STATE(state, 5 * HZ, 10);

	return ___ratelimit(&state, func);
}

void __printk_safe_enter(void)
{
}
void __printk_safe_exit(void)
{
}

void __warn_printk(const char *fmt, ...)
{
	char buf[256];
	va_list args;

	va_start(args, fmt);
	vscnprintf(buf, sizeof(buf), fmt, args);
	va_end(args);
	SIM(print, 4, buf, strlen(buf));
}

void __warn(const char *file, int line, void *caller, unsigned int taint, struct pt_regs *regs,
	    struct warn_args *args)
{
	char buf[128];

	scnprintf(buf, sizeof(buf), "WARNING at %s:%d", file ? file : "?", line);
	SIM(fault, KIMAGE_FAULT_WARN, buf, caller);
}

void panic(const char *fmt, ...)
{
	char buf[256];
	va_list args;

	va_start(args, fmt);
	vscnprintf(buf, sizeof(buf), fmt, args);
	va_end(args);
	SIM(fault, KIMAGE_FAULT_PANIC, buf, __builtin_return_address(0));
	for (;;)
		;
}

void __stack_chk_fail(void)
{
	panic("stack overrun in %pS", __builtin_return_address(0));
}

/* Called by the generated stubs. */
void nic_stub_hit(const char *name, void *ip);
void nic_stub_hit(const char *name, void *ip)
{
	SIM(fault, KIMAGE_FAULT_STUB, name, ip);
}

int is_valid_bugaddr(unsigned long addr)
{
	return 1;
}
int kernel_text_address(unsigned long addr)
{
	return 1;
}

/* Who asks for the stack has just said why: "BUG: scheduling while atomic", a bad checksum. */
void dump_stack_lvl(const char *level)
{
	SIM(fault, strncmp(nic_last_error, "BUG", 3) ? KIMAGE_FAULT_WARN : KIMAGE_FAULT_BUG,
	    nic_last_error, __builtin_return_address(0));
}
void dump_stack(void)
{
	dump_stack_lvl("");
}
void show_stack(struct task_struct *task, unsigned long *sp, const char *level)
{
}
void show_regs(struct pt_regs *regs)
{
}
