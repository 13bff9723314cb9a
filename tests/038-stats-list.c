/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of everything registered has path, kind, unit and help. */
#include "tests/tap.h"

#include <stdio.h>
#include <stdlib.h>

#include "sim/stats.h"

static void test(void **state)
{
	static const uint64_t v;
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	(void)state;
	stats_counter("b.sent", &v, "packets sent");
	stats_level("a.queue", &v, "packets", "length of the queue");
	stats_dist_new("c.delay", "ps", "delay in the queue");
	stats_list(f);
	fclose(f);
	assert_string_equal(text, "b.sent\tcounter\t1\tpackets sent\n"
				  "a.queue\tlevel\tpackets\tlength of the queue\n"
				  "c.delay\tdistribution\tps\tdelay in the queue\n");
	free(text);
}

int main(void)
{
	return RUN_ONE(test);
}
