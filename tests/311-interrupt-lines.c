/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines: an edge that comes again while pending is merged, one that comes in its
 * own handler is taken after it; a level is taken until lowered; a masked line
 * waits; handlers of a shared line run in order; affinity moves it.
 */
#include "tests/host_fake.h"

static struct irq_line *edge, *level, *shared;
static unsigned int edges, levels, first, second, cpu_of_shared;
static int again = 1;

static bool edge_irq(void *arg)
{
	(void)arg;
	edges++;
	if (again-- > 0) {
		irq_raise(edge); /* the device has another one already */
		irq_raise(edge);
	}
	return true;
}

static bool level_irq(void *arg)
{
	(void)arg;
	if (++levels == 3)
		irq_lower(level);
	return true;
}

static bool first_irq(void *arg)
{
	(void)arg;
	first++;
	cpu_of_shared = cpu_id(this_cpu);
	return false;
}

static bool second_irq(void *arg)
{
	(void)arg;
	assert_int_equal(second++, first - 1);
	return true;
}

static void body(void *arg)
{
	bool on = irqs_off();

	(void)arg;
	irq_raise(edge);
	irq_raise(edge);
	irq_raise(edge);
	irqs_restore(on);
	irq_raise(level);
	user_run(10);
	irq_mask(shared);
	irq_raise(shared);
	user_run(1000);
	assert_int_equal(first, 0);
	irq_unmask(shared);
	user_run(10);
	assert_int_equal(first, 1);
	irq_set_affinity(shared, 1);
	irq_raise(shared);
	user_run(1000);
}

static void test(void **state)
{
	struct host *h = fake_host("a", 2, "", "");

	(void)state;
	edge = irq_line_new(h, "edge", 0, true);
	level = irq_line_new(h, "level", 0, false);
	shared = irq_line_new(h, "shared", 0, true);
	irq_handler_add(edge, "edge", edge_irq, NULL);
	irq_handler_add(level, "level", level_irq, NULL);
	irq_handler_add(shared, "one", first_irq, NULL);
	irq_handler_add(shared, "two", second_irq, NULL);
	task_new(h, "t", body, NULL, 1, 0);
	sim_run(SIM_MS(2));
	assert_int_equal(edges, 2);
	assert_int_equal(levels, 3);
	assert_int_equal(first, 2);
	assert_int_equal(second, 2);
	assert_int_equal(cpu_of_shared, 1);
	assert_int_equal(irq_count(shared), 2);
	fake_check_accounts(h);
}

int main(void)
{
	return RUN_ONE(test);
}
