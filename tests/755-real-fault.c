/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What goes wrong inside an image ends its point with what it was, where, when and on which CPU: a
 * panic, a bad pointer, a function that the image leaves out. A kernel warning is counted and
 * execution goes on behind it.
 */
#include "tests/real.h"

static struct machine *m[4];
static bool went_on;

static uint64_t address(unsigned int i, const char *name)
{
	uint64_t a = image_address(machine_image(m[i]), name);

	if (!a)
		fail_msg("no %s in the image", name);
	return a;
}

static void do_panic(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	(void)c;
	((void (*)(const char *, ...))address(0, "panic"))("test %d", 42);
}

static void do_null(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	(void)c;
	((void *(*)(void *, void *))address(1, "dev_get_stats"))((void *)8, (void *)8);
}

static void do_stub(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	(void)c;
	((void (*)(void))address(2, "crypto_alloc_ahash"))();
}

/* Not memory of vmalloc's: WARN() in our own glue, through the kernel's bug table. */
static void do_warn(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	c->sleep(1000000);
	((void (*)(const void *))address(3, "vfree"))((void *)4096);
	went_on = true;
	sim_stop();
}

static void faults(void **state)
{
	static void (*const init[4])(void *, const struct kimage_calls *) = {do_panic, do_null,
									     do_stub, do_warn};
	char *path = real_image("plain");

	(void)state;
	for (unsigned int i = 0; i < 4; i++)
		m[i] = real_machine(path, (struct machine_params){
						  .name = "victim", .host = i, .init = init[i]});
	/* Each fault stops the run; the others go on when it continues. */
	for (unsigned int i = 0; i < 4; i++)
		assert_int_equal(sim_run(SIM_S(1)), SIM_END_STOPPED);
	assert_non_null(strstr(machine_fault(m[0]), "victim: panic: test 42"));
	assert_non_null(strstr(machine_fault(m[0]), " s on CPU 0"));
	assert_non_null(strstr(machine_fault(m[1]), "oops: NULL pointer followed, address 0x"));
	assert_non_null(strstr(machine_fault(m[1]), "in dev_get_stats+0x"));
	assert_non_null(strstr(machine_fault(m[1]), " (net/core/dev.c:"));
	assert_non_null(strstr(machine_fault(m[1]), "in user context"));
	assert_non_null(strstr(machine_fault(m[2]), "left out of the image: crypto_alloc_ahash"));
	assert_null(machine_fault(m[3]));
	assert_int_equal(machine_warnings(m[3]), 1);
	assert_true(went_on);
	free(path);
}

int main(void)
{
	return RUN_ONE(faults);
}
