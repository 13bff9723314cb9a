/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * With frames lost, doubled and out of order on the wire, in both directions,
 * every byte still arrives once and in order, by each congestion control, with
 * and without SACK and TSO; nothing leaks.
 */
#include "tests/tcp_pair.h"

static const struct {
	const char *yaml;
	uint32_t features;
	double loss, dup, reorder;
} rows[] = {
	{"tcp: {congestion: reno}", PAIR_FEATURES, 0.01, 0, 0},
	{"tcp: {congestion: bic, sack: off}", PAIR_FEATURES, 0.01, 0, 0},
	{"tcp: {congestion: cubic}", PAIR_FEATURES | NETDEV_TSO, 0.01, 0, 0},
	{"tcp: {congestion: cubic, timestamps: off}", PAIR_FEATURES | NETDEV_TSO, 0.03, 0.01, 0.01},
	{"tcp: {congestion: cubic, fack: off}", PAIR_FEATURES | NETDEV_TSO, 0.01, 0.02, 0.05},
	{"tcp: {congestion: reno, sack: off, timestamps: off}", PAIR_FEATURES | NETDEV_TSO, 0.02,
	 0.02, 0.02},
	{"tcp: {recovery: prr, rcv_space: '3.12', tsq: on, tso_autosize: on, rcv_coalesce: on, "
	 "ofo_rbtree: on, rtt_us: on, hystart: on, prequeue: off, initial_window: iw10}\n"
	 "sock: {backlog_limit: '4.20', page_frag_order: 3, drain_bh_off: off}",
	 PAIR_FEATURES | NETDEV_TSO, 0.02, 0.02, 0.02},
	{"tcp: {dsack: off, abc: on, tso_defer: off}", NETDEV_RXCSUM, 0.1, 0.05, 0.05},
};

static unsigned int row;

static void test(void **state)
{
	struct pair t = {.total = 2u << 20, .write_size = 32768};
	struct fake_dev *d[2];

	(void)state;
	pair_new(&t, rows[row].yaml, rows[row].features, 100000000, SIM_US(200));
	d[0] = t.da;
	d[1] = t.db;
	for (int i = 0; i < 2; i++) {
		d[i]->loss = rows[row].loss;
		d[i]->dup = rows[row].dup;
		d[i]->reorder = rows[row].reorder;
	}
	sim_run(SIM_S(1000));
	pair_check(&t);
	print_message("%u: %.2f Mb/s, lost %llu, retransmitted %llu\n", row, pair_mbps(&t),
		      (unsigned long long)t.da->lost,
		      (unsigned long long)fake_counter(t.a, "TcpRetransSegs"));
	assert_true(fake_counter(t.a, "TcpRetransSegs") + 3 >= t.da->lost);
}

int main(void)
{
	int bad = 0;

	for (row = 0; row < sizeof(rows) / sizeof(rows[0]); row++)
		bad += in_child(test) != 0;
	return bad;
}
