/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register semantics: read-only bits stay, write-one-to-clear bits clear, read-clear
 * bits clear by reading, banks are laid out by stride, hooks see old and new, and
 * what is not there is counted and reads as all ones.
 */
#include "tests/nic_fake.h"

#include "nic_model/reg.h"

static uint32_t seen_index, seen_old, seen_value;

static void hook(void *dev, uint32_t index, uint32_t old, uint32_t value)
{
	(void)dev;
	seen_index = index;
	seen_old = old;
	seen_value = value;
}

static uint32_t doubled(void *dev, uint32_t index, uint32_t value)
{
	(void)dev;
	(void)index;
	return 2 * value;
}

#define T_REGS(R)                                                                                  \
	R(MIXED, 0x00, 4, 1, 0x12345678, 0xffff0000, 0x00ff, 0, NULL, NULL, "t")                   \
	R(COUNT, 0x04, 4, 1, 77, 0xffffffff, 0, 0xffffffff, NULL, NULL, "t")                       \
	R(BANK, 0x10, 8, 3, 5, 0, 0, 0, NULL, hook, "t")                                           \
	R(TWICE, 0x40, 4, 1, 21, 0, 0, 0, doubled, NULL, "t")

enum { T_REGS(REG_INDEX) REG_COUNT_ };
static const struct reg_def defs[] = {T_REGS(REG_DEF)};

static void semantics(void **state)
{
	uint64_t unknown = 0;
	struct regs r;

	(void)state;
	regs_init(&r, "t", NULL, defs, 4, 0x80, &unknown);
	assert_int_equal(r.count, REG_COUNT_);
	assert_int_equal(regs_read(&r, 0, 4), 0x12345678);
	regs_write(&r, 0, 0xffffff0f, 4); /* high half stays, 0x0f clears, 0xff00 set */
	assert_int_equal(regs_read(&r, 0, 4), 0x1234ff70);
	assert_int_equal(regs_read(&r, 4, 4), 77);
	assert_int_equal(regs_read(&r, 4, 4), 0);
	assert_int_equal(regs_read(&r, 0x40, 4), 42);
	regs_write(&r, 0x18, 9, 4);
	assert_int_equal(seen_index, REG_BANK + 1);
	assert_int_equal(seen_old, 5);
	assert_int_equal(seen_value, 9);
	assert_int_equal(regs_read(&r, 0x10, 4), 5);
	assert_int_equal(regs_read(&r, 0x20, 4), 5);
	assert_int_equal(unknown, 0);
	regs_reset(&r);
	assert_int_equal(regs_read(&r, 4, 4), 77);
	regs_free(&r);
}

static void strange(void **state)
{
	uint64_t unknown = 0;
	struct regs r;

	(void)state;
	regs_init(&r, "t", NULL, defs, 4, 0x80, &unknown);
	assert_int_equal(regs_read(&r, 0x14, 4), 0xffffffff); /* hole in the bank */
	assert_int_equal(regs_read(&r, 0x1000, 4), 0xffffffff);
	regs_write(&r, 0x02, 1, 2);
	assert_int_equal(unknown, 3);
	regs_free(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(semantics),
		cmocka_unit_test(strange),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
