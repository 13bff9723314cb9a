/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Many connections at a time between two hosts of two CPUs, over a bad link, with
 * random sizes, buffers, pauses, half-closes and early closes with data unread:
 * streams stay intact (recv checks), all sockets and packets are gone at the end.
 */
#include "tests/tcp_pair.h"

#define CLIENTS 6
#define ROUNDS	6

static const char *const kernels[] = {
	"tcp: {timewait: 1s, retries2: 8}",
	"tcp: {timewait: 1s, sack: off, timestamps: off, congestion: reno, retries2: 8}",
	"tcp: {timewait: 1s, recovery: prr, rcv_space: '3.12', tsq: on, tso_autosize: on, "
	"rcv_coalesce: on, "
	"ofo_rbtree: on, prequeue: off, initial_window: iw10, hystart: on, rtt_us: on, retries2: "
	"8}\n"
	"sock: {backlog_limit: '4.20', page_frag_order: 3, drain_bh_off: off}\ninet: {early_demux: "
	"on, "
	"route_cache: off, input_noref: on}\nskb: {full_truesize: on}",
	"tcp: {timewait: 1s, congestion: bic, fack: off, mem: {low: 64KiB, pressure: 128KiB, high: "
	"256KiB}, "
	"retries2: 8}\nsock: {backlog_limit: '2.6.35'}",
};

static struct pair t;
static struct rng *rng;
static unsigned int seed, done, accepted, finished_servers;

static void serve(void *arg)
{
	struct ksock *s = arg;
	const struct kernel_ops *o = t.b->ops;
	uint64_t buf = fake_user_buffer(t.b, 65536);
	uint64_t most = rng_chance(rng, 0.2) ? rng_below(rng, 20000) : UINT64_MAX, got = 0;
	int answers = 4; /* never more than the client's window holds unread */
	int64_t n = 1;

	while (got < most && n > 0) {
		n = o->recv(s, (struct ubuf){buf, 1 + (uint32_t)rng_below(rng, 30000)}, NULL);
		got += n > 0 ? (uint64_t)n : 0;
		if (rng_chance(rng, 0.2))
			task_delay(SIM_US(rng_below(rng, 20000)));
		if (rng_chance(rng, 0.3) && n > 0 && answers-- > 0)
			o->send(s, (struct ubuf){buf, 1 + (uint32_t)rng_below(rng, 700)}, 0);
	}
	o->close(s);
	finished_servers++;
}

static void server(void *arg)
{
	const struct kernel_ops *o = t.b->ops;
	struct ksock *l = o->socket(t.b, L4_TCP);

	(void)arg;
	if (rng_chance(rng, 0.5))
		o->setopt(l, KSOCK_RCVBUF, 2000 + rng_below(rng, 60000));
	o->bind(l, 0, 5001);
	o->listen(l);
	for (;;) {
		struct ksock *s = o->accept(l);

		accepted++;
		task_new(t.b->host, "serve", serve, s, TASK_ANY_CPU, 0);
	}
}

static void one_connection(void)
{
	const struct kernel_ops *o = t.a->ops;
	struct ksock *s = o->socket(t.a, L4_TCP);
	uint64_t buf = fake_user_buffer(t.a, 65536);
	unsigned int calls = (unsigned int)rng_below(rng, 20);

	if (rng_chance(rng, 0.3))
		o->setopt(s, KSOCK_SNDBUF, 2000 + rng_below(rng, 60000));
	if (rng_chance(rng, 0.3))
		o->setopt(s, KSOCK_NODELAY, 1);
	if (o->connect(s, PAIR_B, 5001) == 0) {
		for (unsigned int i = 0; i < calls; i++) {
			struct ubuf u = {buf, 1 + (uint32_t)rng_below(rng, 65536)};

			if ((rng_chance(rng, 0.3) ? o->sendfile(s, u) : o->send(s, u, 0)) < 0)
				break;
			if (rng_chance(rng, 0.1))
				task_delay(SIM_US(rng_below(rng, 300000)));
		}
		if (rng_chance(rng, 0.5) && o->shutdown(s) == 0)
			while (o->recv(s, (struct ubuf){buf, 4096}, NULL) > 0)
				;
	}
	o->close(s);
}

static void client(void *arg)
{
	(void)arg;
	for (int i = 0; i < ROUNDS; i++)
		one_connection();
	done++;
}

/* Every second pair of seeds with costs: other interleavings. */
static struct kernel *new_kernel(const char *name, const char *yaml)
{
	char *text = xasprintf(
		"%s\n%s", yaml,
		seed & 2 ? "costs_default: {instructions: 400, bytes: 0, source: a test}" : "");
	struct kernel *k = fake_kernel(name, text);

	free(text);
	return k;
}

static void test(void **state)
{
	unsigned int half_open;
	uint32_t features = PAIR_FEATURES | (seed & 1 ? NETDEV_TSO : 0);

	(void)state;
	rng = rng_new(seed, "random connections");
	t.a = new_kernel("a", kernels[seed % 4]);
	t.b = new_kernel("b", kernels[seed / 4 % 4]);
	t.da = fake_dev_new(t.a, PAIR_A, features, 1500);
	t.db = fake_dev_new(t.b, PAIR_B, features, 1500);
	fake_link(t.da, t.db, 100000000, SIM_US(500));
	t.da->loss = t.db->loss = 0.02;
	t.da->dup = t.db->dup = 0.01;
	t.da->reorder = t.db->reorder = 0.03;
	inet_route_add(net_of(t.a->host), PAIR_B, t.da->dev, t.db->dev->mac);
	inet_route_add(net_of(t.b->host), PAIR_A, t.db->dev, t.da->dev->mac);
	task_new(t.b->host, "server", server, NULL, TASK_ANY_CPU, 0);
	for (int i = 0; i < CLIENTS; i++)
		task_new(t.a->host, "client", client, NULL, TASK_ANY_CPU, 0);
	sim_run(SIM_S(3000));
	assert_int_equal(done, CLIENTS);
	assert_int_equal(net_of(t.a->host)->tcp->live, 0);
	/* A client's reset can be lost: its server then waits for ever. */
	half_open = accepted - finished_servers;
	assert_true(half_open <= 2);
	assert_int_equal(net_of(t.b->host)->tcp->live, 1 + half_open);
	for (int i = 0; i < 2; i++) {
		struct kernel *k = i ? t.b : t.a;

		assert_null(k->ops->check(k));
		if (i && half_open)
			continue;
		assert_int_equal(pkt_live(net_of(k->host)), 0);
		assert_int_equal(net_of(k->host)->sock->mem[0].allocated, 0);
	}
}

int main(int argc, char **argv)
{
	int bad = 0;
	unsigned int first = argc > 1 ? (unsigned int)atoi(argv[1]) : 0;
	unsigned int last = argc > 2 ? (unsigned int)atoi(argv[2]) : first + 16;

	for (seed = first; seed < last; seed++) {
		int rc = in_child(test);

		if (rc)
			print_message("seed %u: status %d\n", seed, rc);
		bad += rc != 0;
	}
	return bad != 0;
}
