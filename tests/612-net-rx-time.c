/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A NET_RX softirq that never runs out of packets or budget ends when the given
 * number of jiffies have begun: one in 2.6.26, three in 2.6.34, or after the given
 * time.  The check comes between polls, so it is late by less than one.
 */
#include "tests/tcp_host.h"

#include "models/net_core.h"

#define POLL_INSTR 96000u /* 40 us at 2.4 GHz */
#define POLL_PS	   SIM_US(40).ps

static struct net *net;
static struct napi napi;
static uint64_t begun, ended;

/* Takes its whole weight each time; notes the first and the last call of a run. */
static int poll(struct napi *n, int budget)
{
	uint64_t now = cpu_now().ps;

	(void)n;
	if (net->core->softnet[0].time_squeeze == 0) {
		if (!begun)
			begun = now;
		ended = now + POLL_PS;
		cpu_instr(POLL_INSTR);
		return budget;
	}
	napi_done(n);
	return 0;
}

static bool irq(void *arg)
{
	(void)arg;
	return napi_kick(&napi);
}

static void interrupt(void *line)
{
	irq_raise(line);
}

static void body(void *arg)
{
	(void)arg;
	task_delay(SIM_MS(50));
	sim_stop();
}

/* hz is 1000; the run begins 300 us after a tick. */
static uint64_t run_us(const char *kernel)
{
	struct kernel *k = fake_kernel("a", kernel);
	struct netdev dev = {.name = "eth0", .mtu = 1500};
	struct irq_line *line = irq_line_new(k->host, "eth0", 0, true);

	net = net_of(k->host);
	napi_init(&napi, netdev_add(net, &dev, 1), 64, poll);
	irq_handler_add(line, "eth0", irq, NULL);
	task_new(k->host, "body", body, NULL, 1, 0);
	sim_call_at(SIM_US(10300), SIM_PRIO_HW, interrupt, line);
	assert_int_equal(sim_run(SIM_S(1)), SIM_END_STOPPED);
	assert_int_equal(net->core->softnet[0].time_squeeze, 1);
	return (ended - begun) / SIM_US(1).ps;
}

static void test_one(void **state)
{
	(void)state;
	assert_in_range(run_us("net: {budget: 100000, budget_jiffies: 1}"), 690, 750);
}

static void test_three(void **state)
{
	(void)state;
	assert_in_range(run_us("net: {budget: 100000, budget_jiffies: 3}"), 2690, 2750);
}

static void test_time(void **state)
{
	(void)state;
	assert_in_range(run_us("net: {budget: 100000, budget_time: 2ms}"), 2000, 2050);
}

int main(void)
{
	return in_child(test_one) | in_child(test_three) | in_child(test_time);
}
