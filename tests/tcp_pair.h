/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two hosts, a link, one bulk flow from "a" to "b"; counts and checks bytes. */
#ifndef NICPATH_TESTS_TCP_PAIR_H
#define NICPATH_TESTS_TCP_PAIR_H

#include "tests/tcp_host.h"

#define PAIR_A	      0x0a000001u
#define PAIR_B	      0x0a000002u
#define PAIR_FEATURES (NETDEV_SG | NETDEV_CSUM | NETDEV_RXCSUM)

struct pair {
	struct kernel *a, *b;
	struct fake_dev *da, *db;
	uint64_t total, received;
	uint32_t write_size, read_size, rcvbuf, sndbuf;
	bool sendfile, closed;
	sim_time read_pause;  /* between reads */
	sim_time first, last; /* byte received */
};

static void pair_reader(void *arg)
{
	struct pair *t = arg;
	const struct kernel_ops *o = t->b->ops;
	uint64_t buf = fake_user_buffer(t->b, t->read_size);
	struct ksock *l = o->socket(t->b, L4_TCP), *s;
	struct payload got;
	int64_t n;

	if (t->rcvbuf)
		o->setopt(l, KSOCK_RCVBUF, t->rcvbuf);
	assert_int_equal(o->bind(l, 0, 5001), 0);
	assert_int_equal(o->listen(l), 0);
	s = o->accept(l);
	assert_non_null(s);
	while ((n = o->recv(s, (struct ubuf){buf, t->read_size}, &got)) > 0) {
		assert_int_equal(got.len, n);
		assert_int_equal(got.pos, t->received);
		if (!t->received)
			t->first = cpu_now();
		t->received += (uint64_t)n;
		t->last = cpu_now();
		if (t->read_pause.ps)
			task_delay(t->read_pause);
	}
	assert_int_equal(n, 0);
	o->close(s);
	o->close(l);
	t->closed = true;
}

static void pair_writer(void *arg)
{
	struct pair *t = arg;
	const struct kernel_ops *o = t->a->ops;
	uint64_t buf = fake_user_buffer(t->a, t->write_size), done = 0;
	struct ksock *s;

	task_delay(SIM_MS(1));
	s = o->socket(t->a, L4_TCP);
	if (t->sndbuf)
		o->setopt(s, KSOCK_SNDBUF, t->sndbuf);
	assert_int_equal(o->connect(s, PAIR_B, 5001), 0);
	while (done < t->total) {
		struct ubuf u = {buf, t->write_size};

		assert_int_equal(t->sendfile ? o->sendfile(s, u) : o->send(s, u, 0), t->write_size);
		done += t->write_size;
	}
	o->close(s);
}

/* Fill in the fields that matter first; `yaml` is for both kernels. */
static inline void pair_new(struct pair *t, const char *yaml, uint32_t features, uint64_t bps,
			    sim_time delay)
{
	t->a = fake_kernel("a", yaml);
	t->b = fake_kernel("b", yaml);
	t->da = fake_dev_new(t->a, PAIR_A, features, 1500);
	t->db = fake_dev_new(t->b, PAIR_B, features, 1500);
	fake_link(t->da, t->db, bps, delay);
	inet_route_add(net_of(t->a->host), PAIR_B, t->da->dev, t->db->dev->mac);
	inet_route_add(net_of(t->b->host), PAIR_A, t->db->dev, t->da->dev->mac);
	if (!t->write_size)
		t->write_size = 65536;
	if (!t->read_size)
		t->read_size = 65536;
	task_new(t->b->host, "reader", pair_reader, t, TASK_ANY_CPU, 0);
	task_new(t->a->host, "writer", pair_writer, t, TASK_ANY_CPU, 0);
}

/* Everything arrived, both sides closed, nothing is left, all is counted. */
static inline void pair_check(const struct pair *t)
{
	struct kernel *k[2] = {t->a, t->b};

	assert_int_equal(t->received, t->total);
	assert_true(t->closed);
	for (int i = 0; i < 2; i++) {
		char *err = k[i]->ops->check(k[i]);

		if (err)
			fail_msg("%s", err);
		assert_int_equal(pkt_live(net_of(k[i]->host)), 0);
		assert_int_equal(net_of(k[i]->host)->sock->mem[0].allocated, 0);
	}
}

static inline double pair_mbps(const struct pair *t)
{
	return (double)t->received * 8 / sim_seconds(sim_sub(t->last, t->first)) / 1e6;
}

#endif
