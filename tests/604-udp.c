/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * UDP datagrams arrive whole and in order; what does not fit the receive buffer
 * is dropped and counted, with the socket's lock in input and without.
 */
#include "tests/tcp_pair.h"
#include <errno.h>

#include "models/udp.h"

#define COUNT 2000

static struct pair t;
static uint64_t got_count, last_pos;
static bool slow;

static void reader(void *arg)
{
	const struct kernel_ops *o = t.b->ops;
	struct ksock *s = o->socket(t.b, L4_UDP);
	uint64_t buf = fake_user_buffer(t.b, 4096);
	struct payload got;

	(void)arg;
	assert_int_equal(o->bind(s, 0, 7000), 0);
	for (;;) {
		if (slow)
			task_delay(SIM_MS(1));
		if (o->recvfrom(s, (struct ubuf){buf, 4096}, &got) <= 0)
			break;
		assert_int_equal(got.len, 1000);
		assert_int_equal(got.pos % 1000, 0);
		assert_true(!got_count || got.pos > last_pos);
		last_pos = got.pos;
		got_count++;
	}
}

static void writer(void *arg)
{
	const struct kernel_ops *o = t.a->ops;
	struct ksock *s = o->socket(t.a, L4_UDP);
	uint64_t buf = fake_user_buffer(t.a, 4096);

	(void)arg;
	task_delay(SIM_MS(1));
	assert_int_equal(o->sendto(s, (struct ubuf){buf, 1473}, PAIR_B, 7000), -EMSGSIZE);
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(o->sendto(s, (struct ubuf){buf, 1000}, PAIR_B, 7000), 1000);
	assert_int_equal(o->sendto(s, (struct ubuf){buf, 10}, PAIR_B, 7001), 10);
	o->close(s);
}

static void run(const char *yaml)
{
	t = (struct pair){.write_size = 65536, .read_size = 65536};
	t.a = fake_kernel("a", yaml);
	t.b = fake_kernel("b", yaml);
	t.da = fake_dev_new(t.a, PAIR_A, PAIR_FEATURES, 1500);
	t.db = fake_dev_new(t.b, PAIR_B, PAIR_FEATURES, 1500);
	fake_link(t.da, t.db, 1000000000, SIM_US(10));
	t.da->hold = SIM_US(50);
	inet_route_add(net_of(t.a->host), PAIR_B, t.da->dev, t.db->dev->mac);
	inet_route_add(net_of(t.b->host), PAIR_A, t.db->dev, t.da->dev->mac);
	task_new(t.b->host, "reader", reader, NULL, 1, 0);
	task_new(t.a->host, "writer", writer, NULL, 1, 0);
	sim_run(SIM_S(10));
	assert_int_equal(fake_counter(t.a, "UdpOutDatagrams"), COUNT + 1);
	assert_int_equal(fake_counter(t.b, "UdpNoPorts"), 1);
	assert_int_equal(fake_counter(t.b, "UdpInDatagrams"), got_count);
	assert_int_equal(got_count + fake_counter(t.b, "UdpRcvbufErrors"), COUNT);
	assert_int_equal(pkt_live(net_of(t.a->host)), 0);
	assert_int_equal(pkt_live(net_of(t.b->host)), 0);
	assert_null(t.b->ops->check(t.b));
}

static void all_arrive(void **state)
{
	(void)state;
	run("");
	assert_int_equal(got_count, COUNT);
}

/*
 * The buffer holds what rmem_default allows: 124928 bytes of packets whose
 * truesize is 1000 + 128 + 232, until one more would reach it.
 */
static void overflow(void **state)
{
	(void)state;
	slow = true;
	run("udp: {input_lock: off}");
	assert_true(got_count >= 124928 / 1360 && got_count < 140);
}

static void overflow_locked(void **state)
{
	(void)state;
	slow = true;
	run("udp: {input_lock: on, check_before_lock: on}\nsock: {backlog_limit: '2.6.35'}");
	assert_true(got_count >= 124928 / 1360 && got_count < 140);
}

int main(void)
{
	return !!(in_child(all_arrive) | in_child(overflow) | in_child(overflow_locked));
}
