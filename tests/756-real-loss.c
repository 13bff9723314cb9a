/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One frame in fifty is lost in each direction: SACK recovery delivers every byte unchanged, and
 * the sender's kernel retransmits at least what the wire lost of its data frames.
 */
#include "tests/real.h"

static struct real_pair pair;
static struct real_flow flow = {.ip = 0x0a000002, .bytes = 4ull << 20};
static long retransmitted;

static void host0(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	assert_int_equal(c->ifconfig("eth0", htonl(0x0a000001), 24), 0);
	c->sleep(100000000);
	real_send(c, &flow);
	c->sleep(2000000000);
	retransmitted = real_counter(c, "net/snmp", "Tcp", "RetransSegs");
	sim_stop();
}

static void host1(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	flow.receiver = pair.m[1];
	assert_int_equal(c->ifconfig("eth0", htonl(0x0a000002), 24), 0);
	real_receive(c, &flow);
}

static void loss(void **state)
{
	static void (*const init[2])(void *, const struct kimage_calls *) = {host0, host1};
	char *path = real_image("plain");
	struct wire_params wp;

	(void)state;
	param_defaults(&wire_param_table, &wp);
	wp.loss = 0.02;
	real_pair_new(&pair, path, 1, &wp, init, NULL);
	assert_int_equal(sim_run(SIM_S(60)), SIM_END_STOPPED);
	real_check(pair.m[0]);
	real_check(pair.m[1]);
	assert_true(flow.done);
	assert_int_equal(flow.got, flow.bytes);
	assert_int_equal(flow.bad, 0);
	printf("%ld segments retransmitted, %llu frames lost\n", retransmitted,
	       (unsigned long long)wire_stats(pair.wire, 0)->lost);
	assert_true(wire_stats(pair.wire, 0)->lost > 20);
	/* A lost SYN, FIN or ARP frame is no segment of data. */
	assert_true(retransmitted + 3 >= (long)wire_stats(pair.wire, 0)->lost);
	free(path);
}

int main(void)
{
	return RUN_ONE(loss);
}
