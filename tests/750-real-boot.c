/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The unmodified kernel boots on 1 to 16 CPUs, without a warning, and ends up in its first process
 * on time: the init task runs before 10 ms of simulated time have passed, with all CPUs online.
 */
#include "tests/real.h"

static const struct kimage_calls *seen[4];
static char online[4][64];
static unsigned int next;

static void init(void *arg, const struct kimage_calls *c)
{
	unsigned int i = (unsigned int)(uintptr_t)arg;

	seen[i] = c;
	assert_int_equal(c->sysctl_read("kernel.ostype", online[i], sizeof(online[i])),
			 -2); /* utsname's table is left out */
	assert_int_equal(c->sysctl_read("net.core.rmem_max", online[i], sizeof(online[i])), 0);
	if (++next == 4)
		sim_stop();
}

static void boots(void **state)
{
	static const unsigned int cpus[4] = {1, 2, 4, 16};
	char *path = real_image("plain");
	struct machine *m[4];

	(void)state;
	for (unsigned int i = 0; i < 4; i++)
		m[i] = real_machine(path, (struct machine_params){.name = "host",
								  .host = i,
								  .cpus = cpus[i],
								  .init = init,
								  .arg = (void *)(uintptr_t)i});
	assert_int_equal(sim_run(SIM_MS(10)), SIM_END_STOPPED);
	for (unsigned int i = 0; i < 4; i++) {
		real_check(m[i]);
		assert_non_null(seen[i]);
		assert_string_equal(online[i], "212992"); /* SK_RMEM_MAX of Linux 6.1 */
		machine_free(m[i]);
	}
	free(path);
}

int main(void)
{
	return RUN_ONE(boots);
}
