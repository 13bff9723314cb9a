/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events at equal times run by priority, then in the order of scheduling. */
#include "tests/tap.h"

#include "sim/sim.h"

static char order[16];
static int n;

static void note(void *arg)
{
	order[n++] = *(const char *)arg;
}

static void test(void **state)
{
	static const struct {
		const char *name;
		uint64_t ps;
		enum sim_prio prio;
	} row[] = {
		{"h", 20, SIM_PRIO_MONITOR}, {"e", 20, SIM_PRIO_TIMER},	  {"c", 20, SIM_PRIO_HW},
		{"f", 20, SIM_PRIO_TIMER},   {"g", 20, SIM_PRIO_CPU},	  {"d", 20, SIM_PRIO_HW},
		{"i", 21, SIM_PRIO_HW},	     {"b", 10, SIM_PRIO_MONITOR}, {"a", 10, SIM_PRIO_HW},
	};
	struct sim_event ev[9];

	(void)state;
	for (int i = 0; i < 9; i++) {
		sim_event_init(&ev[i], row[i].name, row[i].prio, note, (void *)row[i].name);
		sim_at(&ev[i], SIM_PS(row[i].ps));
	}
	assert_int_equal(sim_run(SIM_NEVER), SIM_END_IDLE);
	assert_string_equal(order, "abcdefghi");
	assert_int_equal(sim_now().ps, 21);
	assert_int_equal(sim_event_count(), 9);
}

int main(void)
{
	return RUN_ONE(test);
}
