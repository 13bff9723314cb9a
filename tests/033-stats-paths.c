/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counters are visited below a path, not below a similar name; no path twice, none late. */
#include "tests/tap.h"

#include "sim/stats.h"
#include "tests/child.h"

static uint64_t a = 1, b = 2, c = 3, d = 4;

static void visit(const char *path, uint64_t delta, void *arg)
{
	char *out = arg;

	sprintf(out + strlen(out), "%s=%u ", path, (unsigned int)delta);
}

static void visit_dist(const char *path, const struct stats_dist *dist, void *arg)
{
	visit(path, stats_dist_count(dist), arg);
}

static void twice(void *arg)
{
	(void)arg;
	stats_counter("hosts.tx.irq", &a, "again");
}

static void twice_other_kind(void *arg)
{
	(void)arg;
	stats_level("hosts.tx.irq", &a, "1", "again");
}

static void late(void *arg)
{
	(void)arg;
	stats_open();
	stats_counter("hosts.rx.irq", &a, "late");
}

static void expect_panic(void (*fn)(void *arg), const char *message)
{
	static struct child ch;

	child_run(&ch, fn, NULL);
	assert_int_equal(ch.status, 3);
	assert_non_null(strstr(ch.out, message));
}

static void test(void **state)
{
	char out[256] = "";

	(void)state;
	stats_counter("hosts.tx2.irq", &d, "other host");
	stats_counter("hosts.tx.irq", &b, "interrupts");
	stats_counter("hosts.tx.cpu.idle", &a, "idle");
	stats_level("hosts.tx.queue", &c, "packets", "a level is not a counter");
	stats_dist_add(stats_dist_new("hosts.tx.delay", "ps", "delay"), 9);
	stats_each("hosts.tx", visit, out);
	assert_string_equal(out, "hosts.tx.irq=2 hosts.tx.cpu.idle=1 ");
	*out = '\0';
	stats_each("", visit, out);
	assert_string_equal(out, "hosts.tx2.irq=4 hosts.tx.irq=2 hosts.tx.cpu.idle=1 ");
	*out = '\0';
	stats_each("hosts.tx.irq", visit, out);
	assert_string_equal(out, "hosts.tx.irq=2 ");
	*out = '\0';
	stats_dist_each("hosts", visit_dist, out);
	assert_string_equal(out, "hosts.tx.delay=1 ");
	expect_panic(twice, "'hosts.tx.irq' is registered twice");
	expect_panic(twice_other_kind, "'hosts.tx.irq' is registered twice");
	expect_panic(late, "'hosts.rx.irq' is registered after stats_open()");
}

int main(void)
{
	return RUN_ONE(test);
}
