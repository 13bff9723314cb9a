/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reader and writer on two CPUs over loopback: packets that arrive while the
 * reader owns its socket use the backlog.  Without a limit nothing is lost; with
 * the rule of 2.6.35 and a small buffer, which counts a packet twice during a
 * drain, some are, TCP sends them again, and every byte still arrives in order.
 */
#include "tests/tcp_host.h"

#define TOTAL (4u << 20)
#define COSTS "costs_default: {instructions: 300, bytes: 0, source: a test}\n"

static struct kernel *k;
static uint64_t received;

static void reader(void *arg)
{
	uint64_t buf = fake_user_buffer(k, 65536);
	struct ksock *l = k->ops->socket(k, L4_TCP), *s;

	(void)arg;
	k->ops->setopt(l, KSOCK_RCVBUF, 65536);
	k->ops->bind(l, 0, 5001);
	k->ops->listen(l);
	s = k->ops->accept(l);
	for (int64_t n; (n = k->ops->recv(s, (struct ubuf){buf, 1024}, NULL)) > 0;)
		received += (uint64_t)n;
	k->ops->close(s);
	k->ops->close(l);
}

static void writer(void *arg)
{
	uint64_t buf = fake_user_buffer(k, 65536);
	struct ksock *s;

	(void)arg;
	task_delay(SIM_MS(1));
	s = k->ops->socket(k, L4_TCP);
	k->ops->connect(s, INET_LOOPBACK, 5001);
	for (uint32_t done = 0; done < TOTAL; done += 65536)
		k->ops->send(s, (struct ubuf){buf, 65536}, 0);
	k->ops->close(s);
}

static void run(const char *yaml)
{
	k = fake_kernel("lo", yaml);
	task_new(k->host, "reader", reader, NULL, 1, 0);
	task_new(k->host, "writer", writer, NULL, 2, 0);
	sim_run(SIM_S(90));
	assert_int_equal(received, TOTAL);
	assert_int_equal(pkt_live(net_of(k->host)), 0);
	assert_null(k->ops->check(k));
	print_message("drops %llu, retransmitted %llu\n",
		      (unsigned long long)fake_counter(k, "TcpExtTCPBacklogDrop"),
		      (unsigned long long)fake_counter(k, "TcpRetransSegs"));
	assert_int_equal(pkt_ends(net_of(k->host), PKT_END_SOCK_BACKLOG_DROP),
			 fake_counter(k, "TcpExtTCPBacklogDrop"));
}

static void unlimited(void **state)
{
	(void)state;
	run(COSTS "sock: {backlog_limit: none}");
	assert_int_equal(fake_counter(k, "TcpExtTCPBacklogDrop"), 0);
	assert_int_equal(fake_counter(k, "TcpRetransSegs"), 0);
}

static void counted_twice(void **state)
{
	(void)state;
	run(COSTS "sock: {backlog_limit: '2.6.35'}");
	assert_true(fake_counter(k, "TcpRetransSegs") >= fake_counter(k, "TcpExtTCPBacklogDrop"));
}

int main(void)
{
	return !!(in_child(unlimited) | in_child(counted_twice));
}
