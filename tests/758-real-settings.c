/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Settings go through the kernel's own handlers: sysctl values are range-checked, a congestion
 * control must exist, a default qdisc takes effect, UDP datagrams arrive whole, and each congestion
 * control carries data.
 */
#include "tests/real.h"

static struct machine *m;
static const struct kimage_calls *calls;
static unsigned int received;

static void udp_receiver(void *arg)
{
	struct sockaddr_in a = real_addr(INADDR_LOOPBACK);
	uint8_t *buf = calls->user_memory(REAL_CHUNK);
	int fd = calls->socket(AF_INET, SOCK_DGRAM, 0);

	(void)arg;
	assert_int_equal(calls->bind(fd, &a, sizeof(a)), 0);
	for (;;) {
		long n = calls->recvfrom(fd, buf, REAL_CHUNK, 0, NULL, NULL);

		assert_int_equal(n, 1000 + received);
		for (long i = 0; i < n; i++)
			assert_int_equal(buf[i], real_byte(received + (uint64_t)i));
		received++;
	}
}

static void udp(const struct kimage_calls *c)
{
	struct sockaddr_in a = real_addr(INADDR_LOOPBACK);
	uint8_t *buf = c->user_memory(REAL_CHUNK);
	int fd = c->socket(AF_INET, SOCK_DGRAM, 0);

	c->thread("udp", udp_receiver, NULL, 1);
	c->sleep(5000000);
	for (unsigned int i = 0; i < 100; i++) {
		real_fill(buf, i, 1000 + i);
		assert_int_equal(c->sendto(fd, buf, 1000 + i, 0, &a, sizeof(a)), 1000 + i);
		c->sleep(10000);
	}
	assert_int_equal(received, 100);
}

static struct real_flow flow;

static void tcp_receiver(void *arg)
{
	(void)arg;
	real_receive(calls, &flow);
}

static void tcp(const struct kimage_calls *c, const char *cc)
{
	flow = (struct real_flow){.ip = INADDR_LOOPBACK, .bytes = 1 << 20, .receiver = m};
	assert_int_equal(c->sysctl_write("net.ipv4.tcp_congestion_control", cc), 0);
	c->thread("tcp", tcp_receiver, NULL, 1);
	c->sleep(5000000);
	real_send(c, &flow);
	while (!flow.done)
		c->sleep(1000000);
	assert_int_equal(flow.got, 1 << 20);
	assert_int_equal(flow.bad, 0);
}

static void init(void *arg, const struct kimage_calls *c)
{
	static const char *const ccs[] = {"reno", "cubic", "bbr", "dctcp"};
	char v[128];

	(void)arg;
	calls = c;
	assert_int_equal(c->ifconfig("lo", htonl(INADDR_LOOPBACK), 8), 0);
	assert_int_equal(c->sysctl_write("net.ipv4.no_such_thing", "1"), -2);
	assert_int_equal(c->sysctl_write("net.ipv4.tcp_congestion_control", "vegas"),
			 -2); /* not in the image */
	assert_int_equal(c->sysctl_write("net.ipv4.ip_default_ttl", "300"), -22);
	assert_int_equal(c->sysctl_write("net.ipv4.ip_default_ttl", "33"), 0);
	assert_int_equal(c->sysctl_read("net.ipv4.ip_default_ttl", v, sizeof(v)), 0);
	assert_string_equal(v, "33");
	assert_int_equal(c->sysctl_write("net.core.default_qdisc", "fq"), 0);
	assert_int_equal(c->sysctl_read("net/core/default_qdisc", v, sizeof(v)), 0);
	assert_string_equal(v, "fq");
	for (unsigned int i = 0; i < 4; i++)
		tcp(c, ccs[i]);
	udp(c);
	sim_stop();
}

static void settings(void **state)
{
	char *path = real_image("plain");

	(void)state;
	m = real_machine(path, (struct machine_params){.name = "host", .cpus = 2, .init = init});
	assert_int_equal(sim_run(SIM_S(20)), SIM_END_STOPPED);
	real_check(m);
	free(path);
}

int main(void)
{
	return RUN_ONE(settings);
}
