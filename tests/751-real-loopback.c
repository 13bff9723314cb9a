/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * 64 MiB over loopback TCP on two CPUs arrive in order and unchanged, and the kernel's own counters
 * say the same: bytes of lo, segments in = segments out, nothing retransmitted, nothing dropped.
 */
#include "tests/real.h"

#define BYTES (64ull << 20)

static struct machine *m;
static struct real_flow flow = {.ip = INADDR_LOOPBACK, .bytes = BYTES};
static const struct kimage_calls *calls;

static void receiver(void *arg)
{
	(void)arg;
	real_receive(calls, &flow);
}

static void init(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	calls = c;
	flow.receiver = m;
	assert_int_equal(c->ifconfig("lo", htonl(INADDR_LOOPBACK), 8), 0);
	c->thread("receiver", receiver, NULL, 1);
	c->sleep(1000000);
	real_send(c, &flow);
	c->sleep(100000000); /* the last ACKs */
	assert_int_equal(real_counter(c, "net/snmp", "Tcp", "InSegs"),
			 real_counter(c, "net/snmp", "Tcp", "OutSegs"));
	assert_int_equal(real_counter(c, "net/snmp", "Tcp", "RetransSegs"), 0);
	assert_int_equal(real_counter(c, "net/netstat", "TcpExt", "TCPBacklogDrop"), 0);
	assert_true(real_counter(c, "net/netstat", "IpExt", "InOctets") > (long)BYTES);
	sim_stop();
}

static void loopback(void **state)
{
	char *path = real_image("plain");

	(void)state;
	m = real_machine(path, (struct machine_params){.name = "host", .cpus = 2, .init = init});
	assert_int_equal(sim_run(SIM_S(10)), SIM_END_STOPPED);
	real_check(m);
	assert_true(flow.done);
	assert_int_equal(flow.got, BYTES);
	assert_int_equal(flow.bad, 0);
	machine_free(m);
	free(path);
}

int main(void)
{
	return RUN_ONE(loopback);
}
