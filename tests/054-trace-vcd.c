/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A VCD file has each change of a level at its own picosecond, whether an event
 * or a thread made it, and is the same whenever it is written.
 */
#include "tests/tap.h"

#include "sim/sim.h"
#include "sim/trace.h"
#include "tests/child.h"

static char file[256];
static struct sim_event ev;
static uint64_t queue, irq;

static void arrive(void *arg)
{
	(void)arg;
	if (++queue < 4)
		sim_after(&ev, SIM_PS(1001));
}

static void handler(void *arg)
{
	(void)arg;
	sim_wait(SIM_PS(1600));
	irq = 1;
	sim_wait(SIM_PS(1)); /* nothing else is pending before: the short way must not be taken */
	irq = 0;
	sim_wait(SIM_NS(7));
	irq = 1;
	irq = 0; /* within one time: not seen */
	queue = 0;
}

static void print_file(void)
{
	FILE *f = fopen(file, "r");
	int c;

	while (f && (c = getc(f)) != EOF)
		putchar(c);
}

static void simulate(void *arg)
{
	(void)arg;
	if (trace_vcd_open(file))
		exit(1);
	trace_vcd_level("tx.queue", &queue, 8);
	trace_vcd_level("tx.irq", &irq, 1);
	sim_event_init(&ev, "arrive", SIM_PRIO_HW, arrive, NULL);
	sim_at(&ev, SIM_PS(500));
	sim_thread_new("handler", handler, NULL, 0);
	sim_run(SIM_PS(1550)); /* in two pieces */
	sim_run(SIM_US(1));
	if (trace_vcd_close())
		exit(1);
	print_file();
}

/* The identifier that the header gives to the level of this name. */
static void id_of(const char *text, const char *name, char *id)
{
	const char *at = strstr(text, name);

	assert_non_null(at);
	while (strncmp(at, "$var", 4) != 0)
		at--;
	assert_int_equal(sscanf(at, "$var wire %*d %7s", id), 1);
}

static void test(void **state)
{
	static struct child a, b;
	char q[8], i[8], expect[512];

	(void)state;
	tmp_path(file, sizeof(file), "wave.vcd");
	child_run(&a, simulate, NULL);
	sleep(1); /* the header has a date in seconds */
	child_run(&b, simulate, NULL);
	unlink(file);
	assert_int_equal(a.status, 0);
	assert_string_equal(a.out, b.out);
	assert_non_null(strstr(a.out, "$timescale\n     1 ps\n$end"));
	id_of(a.out, " queue ", q);
	id_of(a.out, " irq ", i);
	snprintf(expect, sizeof(expect),
		 "b0 %s\n0%s\n$end\n\n#500\nb1 %s\n\n#1501\nb10 %s\n\n#1600\n1%s\n\n#1601\n0%s\n\n"
		 "#2502\nb11 %s\n\n#3503\nb100 %s\n\n#8601\nb0 %s\n",
		 q, i, q, q, i, i, q, q, q);
	assert_non_null(strstr(a.out, expect));
}

int main(void)
{
	return RUN_ONE(test);
}
