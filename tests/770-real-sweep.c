/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Real code carries every byte unchanged both ways over bad links and with every size that matters,
 * and holds no more afterwards than before: loss, reordering, duplication, link flaps, rings of 64
 * to 4096, MTU 576 to 9000, TSO, GSO and GRO on and off, 1 to 8 CPUs.
 */
#include "tests/real_soak_points.h"

static void sweep(void **state)
{
	char *path = real_image("plain");

	(void)state;
	assert_true(soak_points(soak_point, SOAK_POINTS, path));
	free(path);
}

int main(void)
{
	return RUN_ONE(sweep);
}
