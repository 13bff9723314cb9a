/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Over the loopback device every byte that is sent arrives once and in order. */
#include "tests/tcp_host.h"

#define TOTAL (8u << 20)

static struct kernel *k;
static uint64_t received;
static bool closed;

static void reader(void *arg)
{
	uint64_t buf = fake_user_buffer(k, 65536);
	struct ksock *l = k->ops->socket(k, L4_TCP), *s;
	struct payload got;
	int64_t n;

	(void)arg;
	assert_int_equal(k->ops->bind(l, 0, 5001), 0);
	assert_int_equal(k->ops->listen(l), 0);
	s = k->ops->accept(l);
	assert_non_null(s);
	while ((n = k->ops->recv(s, (struct ubuf){buf, 16384}, &got)) > 0) {
		assert_int_equal(got.len, n);
		assert_int_equal(got.pos, received);
		received += (uint64_t)n;
	}
	assert_int_equal(n, 0);
	k->ops->close(s);
	k->ops->close(l);
	closed = true;
}

static void writer(void *arg)
{
	uint64_t buf = fake_user_buffer(k, 65536);
	struct ksock *s;

	(void)arg;
	task_delay(SIM_MS(1));
	s = k->ops->socket(k, L4_TCP);
	assert_int_equal(k->ops->connect(s, INET_LOOPBACK, 5001), 0);
	for (uint32_t done = 0; done < TOTAL; done += 65536)
		assert_int_equal(k->ops->send(s, (struct ubuf){buf, 65536}, 0), 65536);
	k->ops->close(s);
}

static void test(void **state)
{
	char *err;

	(void)state;
	k = fake_kernel("lo", "");
	task_new(k->host, "reader", reader, NULL, 1, 0);
	task_new(k->host, "writer", writer, NULL, 2, 0);
	sim_run(SIM_S(70));
	assert_int_equal(received, TOTAL);
	assert_true(closed);
	assert_int_equal(fake_counter(k, "TcpRetransSegs"), 0);
	err = k->ops->check(k);
	if (err)
		fail_msg("%s", err);
	assert_int_equal(pkt_live(net_of(k->host)), 0);
	assert_int_equal(net_of(k->host)->tcp->live, 0);
}

int main(void)
{
	return RUN_ONE(test);
}
