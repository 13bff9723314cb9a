/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The balance at the end of a run holds to the frame: one more or less in any
 * of its terms, and the run fails with the figures.
 */
#include "tests/tap.h"

#include <string.h>

#include "models/host/host.h"
#include "models/pkt.h"
#include "scenarios/build.h"
#include "scenarios/registry.h"
#include "scenarios/result.h"
#include "scenarios/scenario.h"
#include "sim/check.h"
#include "sim/sim.h"
#include "sim/stats.h"
#include "sim/yaml.h"
#include "tests/tmpdir.h"

static struct build b;

static const char scenario[] =
	"machine: athlon64-x2-2000\n"
	"kernel: linux-2.6.26\n"
	"nic: forcedeth\n"
	"hosts: {tx: {}, rx: {}}\n"
	"links: [{ends: [tx, rx], loss: 0.001, duplicate: 0.001, corrupt: 0.001}]\n"
	"flows: {bulk: {from: tx, to: rx}}\n";

static void run(void)
{
	struct yaml_node *tree;
	char *err;

	tmpdir_file("s.yaml", scenario);
	nic_models_set(registry_nics);
	err = scenario_load("s.yaml", &tree);
	if (!err)
		err = scenario_resolve(tree);
	if (!err)
		err = build_all(&b, tree, false);
	if (err)
		fail_msg("%s", err);
	sim_run(SIM_MS(12));
	for (unsigned int i = 0; i < b.hosts; i++)
		host_window_open(b.host[i].host);
	stats_open();
	sim_run(SIM_MS(15));
	for (unsigned int i = 0; i < b.hosts; i++)
		host_window_close(b.host[i].host);
	stats_close();
}

static void balances(void)
{
	char *err = result_check(&b);

	if (err)
		fail_msg("%s", err);
}

/* One more of a term must be seen, with these words. */
static void one_more(uint64_t *term, const char *words)
{
	char *err;

	++*term;
	err = result_check(&b);
	if (!err || !strstr(err, words))
		fail_msg("\"%s\" expected, not \"%s\"", words, err ? err : "nothing");
	free(err);
	--*term;
	balances();
}

static void test(void **state)
{
	struct wire_stats *w;
	struct nic_stats *from, *to;

	(void)state;
	run();
	balances();
	w = (struct wire_stats *)wire_stats(b.link[0].wire, 0);
	from = &b.link[0].nic[0]->stats;
	to = &b.link[0].nic[1]->stats;
	assert_true(w->frames > 500 && to->rx_frames > 500);
	one_more(&from->tx_frames, "its wire took");
	one_more(&w->lost, "in flight");
	one_more(&w->duplicated, "in flight");
	one_more(&w->in_flight, "in flight");
	one_more(&w->delivered, "in flight");
	one_more(&to->rx_frames, "held");
	one_more(&to->rx_bad, "held");
	one_more(&to->rx_no_buffer, "held");
	one_more(&to->rx_fifo_drop, "held");
	one_more(&to->bad_dma, "no packet was");
}

int main(void)
{
	char data[4096];
	int failed;

	if (!realpath("scenarios", data))
		return 1;
	tmpdir_enter();
	setenv("NICPATH_DATA", data, 1);
	failed = RUN_ONE(test);
	tmpdir_leave();
	return failed;
}
