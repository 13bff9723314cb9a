/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/sc_kernel.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>

#include "sim/check.h"
#include "sim/trace.h"

using sc_core::sc_event;
using sc_core::sc_time;

/*
 * SystemC maps each stack by itself and makes its lowest page inaccessible.  A
 * function with a large frame may step over one page into the next stack, so
 * the guard is widened; frames below this size cannot miss it.
 */
static const size_t GUARD_BYTES = 64 * 1024;
/* For SystemC's own frames below ours, and for event callbacks that run there. */
static const size_t STACK_EXTRA_BYTES = 16 * 1024;

struct sck_thread {
	sc_event resume;
	void (*fn)(void *arg);
	void *arg;
	size_t map_bytes;
	uintptr_t guard, guard_end;
};

bool sck_vcd_on;

extern "C" {
/* SystemC's library wants one; our main() is plain C and never comes here. */
int sc_main(int, char **)
{
	return 0;
}

/* Leak detection does not look into mapped stacks unless told. */
void __lsan_register_root_region(const void *p, size_t n) __attribute__((weak));
}

static void report(const sc_core::sc_report &r, const sc_core::sc_actions &)
{
	if (r.get_severity() >= sc_core::SC_ERROR)
		sim_panic(r.get_file_name(), r.get_line_number(), "SystemC: %s: %s",
			  r.get_msg_type(), r.get_msg());
	if (r.get_severity() == sc_core::SC_WARNING)
		fprintf(stderr, "nicpath: SystemC: %s: %s\n", r.get_msg_type(), r.get_msg());
}

static void init(void)
{
	static bool done;

	if (done)
		return;
	done = true;
	setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
	sc_core::sc_report_handler::set_handler(report);
	sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
}

static size_t page_bytes(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/*
 * The map's top is known only from where we are: in its first page, or barely
 * in the second.  So the computed base is right or one page low; starting two
 * pages above it stays inside the map, just above SystemC's own guard page.
 */
static void guard_stack(struct sck_thread *t, uintptr_t here)
{
	size_t page = page_bytes();
	uintptr_t top = (here + page) / page * page;
	uintptr_t base = top - t->map_bytes;

	t->guard = base;
	t->guard_end = base + 2 * page + GUARD_BYTES;
	if (mprotect((void *)(base + 2 * page), GUARD_BYTES, PROT_NONE))
		sim_panic(__FILE__, __LINE__, "cannot guard a stack: %s", strerror(errno));
	if (__lsan_register_root_region)
		__lsan_register_root_region((void *)t->guard_end, top - t->guard_end);
}

static void enter_thread(struct sck_thread *t)
{
	guard_stack(t, (uintptr_t)__builtin_frame_address(0));
	t->fn(t->arg);
	sim_panic(__FILE__, __LINE__, "a thread's main function returned");
}

struct sck_thread *sck_new(void (*fn)(void *arg), void *arg, size_t stack_bytes)
{
	size_t page = page_bytes();
	sc_core::sc_spawn_options opt;
	struct sck_thread *t;

	init();
	t = new sck_thread;
	t->fn = fn;
	t->arg = arg;
	stack_bytes += STACK_EXTRA_BYTES + GUARD_BYTES + 2 * page;
	t->map_bytes = (stack_bytes + page - 1) / page * page;
	t->guard = t->guard_end = 0;
	opt.set_stack_size((int)t->map_bytes);
	opt.dont_initialize();
	opt.set_sensitivity(&t->resume);
	sc_core::sc_spawn([t] { enter_thread(t); }, sc_core::sc_gen_unique_name("thread"), &opt);
	return t;
}

static sc_time until(uint64_t ps)
{
	return sc_time::from_value(ps - sc_core::sc_time_stamp().value());
}

void sck_switch(struct sck_thread *from, struct sck_thread *to, uint64_t ps)
{
	if (ps == sc_core::sc_time_stamp().value())
		to->resume.notify();
	else
		to->resume.notify(until(ps));
	sc_core::wait(from->resume);
}

void sck_advance(struct sck_thread *self, uint64_t ps)
{
	sck_switch(self, self, ps);
}

void sck_enter(struct sck_thread *first)
{
	first->resume.notify(sc_core::SC_ZERO_TIME);
	/* Nothing is notified after sck_leave(): SystemC returns by starvation. */
	sc_core::sc_start();
}

void sck_leave(struct sck_thread *self)
{
	sc_core::wait(self->resume);
}

bool sck_in_guard(const struct sck_thread *t, uintptr_t addr)
{
	return addr >= t->guard && addr < t->guard_end;
}
