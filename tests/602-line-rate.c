/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A bulk flow fills a gigabit link: 1460 of 1538 bytes are payload without
 * timestamps (949.3 Mb/s), 1448 with them (941.5), whether TSO is on or off.
 */
#include "tests/tcp_pair.h"

static const struct {
	const char *name, *yaml;
	uint32_t features;
	bool sendfile;
	double mbps;
} rows[] = {
	{"no timestamps", "tcp: {timestamps: off}", PAIR_FEATURES, false, 949.3},
	{"timestamps", "", PAIR_FEATURES, false, 941.5},
	{"tso", "tcp: {timestamps: off}", PAIR_FEATURES | NETDEV_TSO, false, 949.3},
	{"no sg", "tcp: {timestamps: off}", NETDEV_RXCSUM, false, 949.3},
	{"sendfile tso", "tcp: {timestamps: off}", PAIR_FEATURES | NETDEV_TSO, true, 949.3},
	{"sendfile", "tcp: {timestamps: off}", PAIR_FEATURES, true, 949.3},
};

static unsigned int row;

static void test(void **state)
{
	struct pair t = {.total = 24u << 20, .sendfile = rows[row].sendfile};

	(void)state;
	pair_new(&t, rows[row].yaml, rows[row].features, 1000000000, SIM_US(20));
	sim_run(SIM_S(70));
	pair_check(&t);
	print_message("%s: %.2f Mb/s, want %.1f\n", rows[row].name, pair_mbps(&t), rows[row].mbps);
	assert_int_equal(fake_counter(t.a, "TcpRetransSegs"), 0);
	assert_true(pair_mbps(&t) > rows[row].mbps * 0.99 &&
		    pair_mbps(&t) < rows[row].mbps * 1.001);
}

int main(void)
{
	int bad = 0;

	for (row = 0; row < sizeof(rows) / sizeof(rows[0]); row++)
		bad += in_child(test) != 0;
	return bad;
}
