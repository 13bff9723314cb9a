/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/sc_kernel.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <systemc>
#include <sysc/kernel/sc_cor.h>

#include "sim/check.h"
#include "sim/trace.h"

using sc_core::sc_cor;
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
	sc_cor *cor; // made when first switched to
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
/* SystemC tells the address sanitizer of its switches, but not where main()'s stack is. */
void __sanitizer_start_switch_fiber(void **save, const void *bottom, size_t n)
	__attribute__((weak));
void __sanitizer_finish_switch_fiber(void *save, const void **bottom, size_t *n)
	__attribute__((weak));

/*
 * Read by the address sanitizer when there is one.  SystemC's switches lose the
 * fake stacks with which it finds uses of a stack frame after its return.
 */
const char *__asan_default_options(void)
{
	return "detect_stack_use_after_return=0";
}
}

static void report(const sc_core::sc_report &r, const sc_core::sc_actions &)
{
	if (r.get_severity() >= sc_core::SC_ERROR)
		sim_panic(r.get_file_name(), r.get_line_number(), "SystemC: %s: %s",
			  r.get_msg_type(), r.get_msg());
	if (r.get_severity() == sc_core::SC_WARNING)
		fprintf(stderr, "nicpath: SystemC: %s: %s\n", r.get_msg_type(), r.get_msg());
}

/* SystemC's coroutines: stacks, and a switch of a few dozen instructions. */
static sc_core::sc_cor_pkg *cor_pkg;
static bool entered; /* sck_enter() has been called */

/* Starts SystemC, before any VCD file, whose first levels are those at the end of time 0. */
static void init(void)
{
	if (cor_pkg)
		return;
	setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
	sc_core::sc_report_handler::set_handler(report);
	sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
	sc_core::sc_start(sc_core::SC_ZERO_TIME);
	cor_pkg = sc_core::sc_get_curr_simcontext()->cor_pkg();
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

static void enter_thread(void *arg)
{
	struct sck_thread *t = static_cast<struct sck_thread *>(arg);

	guard_stack(t, (uintptr_t)__builtin_frame_address(0));
	t->fn(t->arg);
	sim_panic(__FILE__, __LINE__, "a thread's main function returned");
}

struct sck_thread *sck_new(void (*fn)(void *arg), void *arg, size_t stack_bytes)
{
	size_t page = page_bytes();
	struct sck_thread *t;

	init();
	t = new sck_thread;
	t->cor = NULL;
	t->fn = fn;
	t->arg = arg;
	stack_bytes += STACK_EXTRA_BYTES + GUARD_BYTES + 2 * page;
	t->map_bytes = (stack_bytes + page - 1) / page * page;
	t->guard = t->guard_end = 0;
	return t;
}

static void yield_to(struct sck_thread *to)
{
	if (!to->cor) {
		to->cor = cor_pkg->create(to->map_bytes, enter_thread, to);
		to->cor->stack_protect(true);
	}
	cor_pkg->yield(to->cor);
}

/* What the main coroutine does when it is yielded to: moves the clock, or returns from sck_enter().
 */
static struct {
	struct sck_thread *back;
	uint64_t ps;
} request;

void sck_switch(struct sck_thread *to)
{
	yield_to(to);
}

void sck_advance(struct sck_thread *self, uint64_t ps)
{
	request.back = self;
	request.ps = ps;
	cor_pkg->yield(cor_pkg->get_main());
}

/* SystemC's clock may be behind (the engine moves on alone) or 1 ps ahead. */
static void advance(uint64_t ps)
{
	uint64_t sc_ps = sc_core::sc_time_stamp().value();

	if (ps > sc_ps)
		sc_core::sc_start(sc_time::from_value(ps - sc_ps));
}

/* Back on main()'s stack: tell the address sanitizer its bounds, as it is at 0..0 now. */
static void restore_main_stack(void)
{
	pthread_attr_t attr;
	void *bottom, *save;
	size_t n;

	if (!__sanitizer_start_switch_fiber || pthread_getattr_np(pthread_self(), &attr))
		return;
	pthread_attr_getstack(&attr, &bottom, &n);
	pthread_attr_destroy(&attr);
	__sanitizer_start_switch_fiber(&save, bottom, n);
	__sanitizer_finish_switch_fiber(save, NULL, NULL);
}

void sck_enter(struct sck_thread *first)
{
	struct sck_thread *to = first;

	entered = true;
	do {
		request.back = NULL;
		yield_to(to);
		restore_main_stack();
		to = request.back;
		if (to)
			advance(request.ps);
	} while (to);
}

void sck_leave(void)
{
	cor_pkg->yield(cor_pkg->get_main());
}

bool sck_in_guard(const struct sck_thread *t, uintptr_t addr)
{
	return addr >= t->guard && addr < t->guard_end;
}

/* ---- VCD ---- */

static struct {
	sc_core::sc_trace_file *tf;
	char *file;
} vcd;

static const char VCD_SUFFIX[] = ".vcd";

char *trace_vcd_open(const char *file)
{
	size_t n = strlen(file), suffix = sizeof(VCD_SUFFIX) - 1;
	std::string stem;
	FILE *f;

	sim_assert(!vcd.tf);
	if (n <= suffix || strcmp(file + n - suffix, VCD_SUFFIX) != 0)
		return err_fmt("%s: the name of a VCD file must end in %s", file, VCD_SUFFIX);
	/* SystemC opens it later, and can only raise an error then. */
	f = fopen(file, "w");
	if (!f)
		return err_fmt("%s: %s", file, strerror(errno));
	fclose(f);
	init();
	stem.assign(file, n - suffix);
	vcd.file = xstrdup(file);
	vcd.tf = sc_core::sc_create_vcd_trace_file(stem.c_str());
	vcd.tf->set_time_unit(1, sc_core::SC_PS);
	sck_vcd_on = true;
	return NULL;
}

void trace_vcd_level(const char *name, const uint64_t *level, unsigned int bits)
{
	sim_assert(vcd.tf && bits >= 1 && bits <= 64);
	sc_core::sc_trace(vcd.tf, *level, name, (int)bits);
}

/*
 * SystemC puts the wall clock's date on the file's second line; two runs of one
 * scenario must not differ, so it is blanked.
 */
static bool blank_date(const char *file)
{
	FILE *f = fopen(file, "r+");
	char line[128];
	bool ok;

	if (!f)
		return false;
	ok = fgets(line, sizeof(line), f) && fgets(line, sizeof(line), f) &&
	     fseek(f, -(long)strlen(line), SEEK_CUR) == 0 &&
	     fprintf(f, "%*s\n", (int)strlen(line) - 1, "") > 0;
	return fclose(f) == 0 && ok;
}

char *trace_vcd_close(void)
{
	char *err = NULL;

	if (!vcd.tf)
		return NULL;
	sck_vcd_on = false;
	/* SystemC writes the levels of a time when it leaves it. */
	if (entered)
		sc_core::sc_start(sc_time::from_value(1));
	restore_main_stack();
	sc_core::sc_close_vcd_trace_file(vcd.tf);
	vcd.tf = NULL;
	if (!blank_date(vcd.file))
		err = err_fmt("%s: write failed: %s", vcd.file, strerror(errno));
	free(vcd.file);
	return err;
}
