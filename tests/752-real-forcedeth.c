/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two hosts with the stock forcedeth driver over 1 Gb/s carry what the wire allows: 1448 bytes of
 * payload in 1538 byte times (MTU 1500, timestamps), 941.48 Mb/s. The receiver's clock starts at
 * accept() and the handshake and slow start belong to the time, so a little less is allowed, and no
 * more than one 64 KiB read's worth above.
 */
#include "tests/real.h"

#define BYTES (64ull << 20)

static struct real_pair pair;
static struct real_flow flow = {.ip = 0x0a000002, .bytes = BYTES};

static void host0(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	assert_int_equal(c->ifconfig("eth0", htonl(0x0a000001), 24), 0);
	c->sleep(100000000); /* autonegotiation, then the peer */
	real_send(c, &flow);
}

static void host1(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	flow.receiver = pair.m[1];
	assert_int_equal(c->ifconfig("eth0", htonl(0x0a000002), 24), 0);
	real_receive(c, &flow);
	assert_int_equal(real_counter(c, "net/snmp", "Tcp", "InErrs"), 0);
	sim_stop();
}

static void line_rate(void **state)
{
	static void (*const init[2])(void *, const struct kimage_calls *) = {host0, host1};
	char *path = real_image("plain");
	struct wire_params wp;

	(void)state;
	param_defaults(&wire_param_table, &wp);
	assert_int_equal(wp.rate_bps, 1000000000);
	real_pair_new(&pair, path, 1, &wp, init, NULL);
	assert_int_equal(sim_run(SIM_S(10)), SIM_END_STOPPED);
	for (int i = 0; i < 2; i++) {
		real_check(pair.m[i]);
		assert_int_equal(pair.nic[i]->stats.reg_unknown, 0);
		assert_int_equal(pair.nic[i]->stats.bad_dma, 0);
	}
	assert_true(flow.done);
	assert_int_equal(flow.got, BYTES);
	assert_int_equal(flow.bad, 0);
	printf("%.2f Mb/s\n", real_mbps(&flow));
	assert_true(real_mbps(&flow) > 940.5 && real_mbps(&flow) < 942.5);
	free(path);
}

int main(void)
{
	return RUN_ONE(line_rate);
}
