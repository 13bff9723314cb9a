/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts about kernels and drivers are what their sources say: each row is a value
 * read there, and which version's it is.  A row that fails was changed without its
 * source, or its source was read again.
 */
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

#include "scenarios/registry.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

struct fact {
	const char *kernel; /* profile; NULL: the table's default */
	const char *table, *name, *value;
};

#define K26 "linux-2.6.26"

static const struct fact facts[] = {
	/* v2.6.26 kernel/sched_fair.c: the sysctl_sched_ variables, place_entity(),
	 * wakeup_gran(), __enqueue_entity(), check_preempt_wakeup() */
	{K26, "sched", "latency", "20ms"},
	{K26, "sched", "min_granularity", "4ms"},
	{K26, "sched", "wakeup_granularity", "10ms"},
	{K26, "sched", "migration_cost", "500us"},
	{K26, "sched", "sleeper_credit", "full"},
	{K26, "sched", "wakeup_gran_by", "current"},
	{K26, "sched", "min_vruntime", "tree"},
	{K26, "sched", "next_buddy", "on"},
	{K26, "sched", "last_buddy", "off"},
	{K26, "sched", "tick_fairness", "off"},
	/* v2.6.25 include/linux/topology.h: SD_CPU_INIT and SD_MC_INIT */
	{K26, "sched", "wake_idx", "1"},
	{K26, "sched", "imbalance", "125"},
	{K26, "sched", "affine_wakeups", "on"},
	{K26, "sched", "wake_balance", "off"},
	{K26, "sched", "newidle_balance", "on"},
	/* v2.6.24 kernel/softirq.c, kernel/kthread.c */
	{K26, "sched", "ksoftirqd_nice", "-5"},
	{K26, "irq", "softirq_restarts", "10"},
	/* v2.6.26 net/core/dev.c: variables above netif_rx(); net_rx_action() */
	{K26, "net", "max_backlog", "1000"},
	{K26, "net", "budget", "300"},
	{K26, "net", "dev_weight", "64"},
	{K26, "net", "budget_jiffies", "1"},
	{"linux-2.6.34", "net", "budget_jiffies", "3"},
	{K26, "net", "gso", "off"},
	{"linux-2.6.34", "net", "loopback_mtu", "16436B"},
	/* v2.6.26 include/linux/skbuff.h, with every option on; NET_SKB_PAD */
	{K26, "skb", "size", "232B"},
	{K26, "skb", "shinfo_size", "320B"},
	{K26, "skb", "rx_pad", "16B"},
	/* v2.6.26 net/core/sock.c: (232 + 256) * 256, and 128 KiB less one with 512 MiB */
	{K26, "sock", "rmem_default", "124928B"},
	{K26, "sock", "wmem_default", "124928B"},
	{K26, "sock", "rmem_max", "131071B"},
	{K26, "sock", "backlog_limit", "none"},
	{"linux-2.6.34", "sock", "backlog_limit", "2.6.34"}, /* 8eae939f1400 */
	{"linux-2.6.37", "sock", "backlog_limit", "2.6.35"}, /* c377411f2494 */
	{"linux-4.13", "sock", "backlog_limit", "3.5"},	     /* da882c1f2eca */
	/* v2.6.26 include/net/tcp.h, net/ipv4/tcp.c tcp_init() */
	{K26, "tcp", "rto_min", "200ms"},
	{K26, "tcp", "rto_max", "120s"},
	{K26, "tcp", "rto_initial", "3s"},
	{K26, "tcp", "delack_min", "40ms"},
	{K26, "tcp", "delack_max", "200ms"},
	{K26, "tcp", "timewait", "60s"},
	{K26, "tcp", "retries2", "15"},
	{K26, "tcp", "syn_retries", "5"},
	{K26, "tcp", "synack_retries", "5"},
	{K26, "tcp", "rmem.min", "4096B"},
	{K26, "tcp", "rmem.default", "87380B"},
	{K26, "tcp", "rmem.max", "4MiB"},
	{K26, "tcp", "wmem.default", "16384B"},
	{K26, "tcp", "mem.pressure", "1GiB"},
	{"linux-4.13", "tcp", "rto_initial", "1s"}, /* 9ad7c049f0f7 */
	{"linux-4.13", "tcp", "rmem.max", "6MiB"},  /* b49960a05e32 */
	{"linux-6.1-stages", "tcp", "limit_output_bytes", "1MiB"},
	{"linux-6.1-stages", "tcp", "adv_win_scale", "1"},
	/* v2.6.26 drivers/net/forcedeth.c */
	{NULL, "driver.forcedeth", "tx_ring", "256"},
	{NULL, "driver.forcedeth", "rx_ring", "128"},
	{NULL, "driver.forcedeth", "work_per_loop", "64"},
	{NULL, "driver.forcedeth", "optimization_mode", "throughput"},
	/* v2.6.26 drivers/net/myri10ge/myri10ge.c */
	{NULL, "driver.myri10ge", "intr_coal_delay", "75us"},
	{NULL, "driver.myri10ge", "napi_weight", "64"},
	{NULL, "driver.myri10ge", "fill_thresh", "256"},
	{NULL, "driver.myri10ge", "small_bytes", "126"},
	{NULL, "driver.myri10ge", "lro_descriptors", "8"},
	{NULL, "driver.myri10ge", "lro_max_pkts", "64"},
	/* net/sched/sch_fq.c fq_init(): 2 and 10 times 1514 */
	{NULL, "tc.fq", "quantum", "3028"},
	{NULL, "tc.fq", "initial_quantum", "15140"},
	{NULL, "tc.fq", "limit", "10000"},
	{NULL, "tc.fq", "flow_limit", "100"},
};

/* The profile with all that it stands on. */
static struct yaml_node *profile(const char *name)
{
	char *path = xasprintf("scenarios/kernels/%s.yaml", name), *err;
	struct yaml_node *file, *own, *base, *below, *all;

	err = yaml_load(path, &file);
	if (err)
		fail_msg("%s", err);
	free(path);
	own = yaml_copy(yaml_get(file, "kernel"));
	yaml_free(file);
	base = yaml_take(own, "base");
	if (!base)
		return own;
	below = profile(yaml_text(base));
	all = yaml_merge(below, own);
	yaml_free(base);
	yaml_free(below);
	yaml_free(own);
	return all;
}

static const struct param *find(const char *table, const char *name)
{
	const struct param_table *const *t = registry_tables();

	while (*t && strcmp((*t)->name, table))
		t++;
	for (const struct param *p = *t ? (*t)->params : NULL; p && p->name; p++)
		if (!strcmp(p->name, name))
			return p;
	fail_msg("no parameter %s.%s", table, name);
	return NULL;
}

static void test(void **state)
{
	unsigned int wrong = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		const struct fact *f = &facts[i];
		const struct param *p = find(f->table, f->name);
		char *path = xasprintf("%s.%s", f->table, f->name);
		struct yaml_node *k = f->kernel ? profile(f->kernel) : NULL;
		const struct yaml_node *n = k ? yaml_find(k, path) : NULL;
		const char *is = n ? yaml_text(n) : p->def;

		if (strcmp(is, f->value)) {
			printf("# %s %s: %s, not %s\n", f->kernel ? f->kernel : "default", path, is,
			       f->value);
			wrong++;
		}
		assert_true(p->source && *p->source);
		yaml_free(k);
		free(path);
	}
	assert_int_equal(wrong, 0);
}

int main(void)
{
	return RUN_ONE(test);
}
