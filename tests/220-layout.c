/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Static allocations are aligned, within their region, and never overlap; a full region ends the
 * run. */
#include "tests/mem_fake.h"

#include <string.h>

#include "models/mem/layout.h"
#include "tests/child.h"

static void regions(void **state)
{
	static const uint64_t region[] = {LAYOUT_TEXT, LAYOUT_STATIC, LAYOUT_DMA, LAYOUT_USER};
	static const uint64_t end[] = {LAYOUT_STATIC, LAYOUT_DMA, LAYOUT_USER, LAYOUT_PAGES};
	struct layout *l = layout_new(1ull << 30);
	uint64_t used[4] = {LAYOUT_TEXT, LAYOUT_STATIC, LAYOUT_DMA, LAYOUT_USER};

	(void)state;
	for (unsigned int i = 0; i < 4000; i++) {
		unsigned int r = i % 4;
		uint64_t bytes = 1 + i * 7 % 3000, align = 1ull << i % 13;
		uint64_t addr = layout_static(l, region[r], bytes, align);

		assert_int_equal(addr % align, 0);
		assert_true(addr >= used[r]);
		used[r] = addr + bytes;
		assert_true(used[r] <= end[r]);
	}
	layout_free(l);
}

static void overflow(void *arg)
{
	struct layout *l = layout_new(1ull << 30);

	(void)arg;
	layout_static(l, LAYOUT_TEXT, LAYOUT_STATIC - LAYOUT_TEXT, 64);
	layout_static(l, LAYOUT_TEXT, 1, 1);
}

static void unknown(void *arg)
{
	(void)arg;
	layout_static(layout_new(1ull << 30), LAYOUT_PAGES, 64, 64);
}

static void full(void **state)
{
	static struct child c;

	(void)state;
	child_run(&c, overflow, NULL);
	assert_int_equal(c.status, 3);
	assert_non_null(strstr(c.out, "the region for kernel text is full"));
	child_run(&c, unknown, NULL);
	assert_int_equal(c.status, 3);
	assert_non_null(strstr(c.out, "not a region"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(regions), cmocka_unit_test(full)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
