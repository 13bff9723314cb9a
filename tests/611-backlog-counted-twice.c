/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * While a backlog drains, its byte count still holds what has moved on to the
 * receive queue: by the rule of 2.6.35 a packet that arrives late in the drain
 * is dropped though there is room, the same packet after the drain is not, and by
 * the rule of 2.6.34 (backlog alone, against twice the buffer) none is.
 *
 * Three packets of truesize T wait; the buffer holds 5.5 T.  Drop when
 * 3 T + moved + T > 5.5 T: once two have moved, until the drain is over.
 */
#include "tests/tcp_pair.h"
#include "models/udp.h"

#define T	1360u /* 1000 bytes, 128 of linear buffer, sizeof(sk_buff) 232 */
#define STEP_US 25
#define ROUNDS	80

static struct kernel *k;
static struct fake_dev *d;
static uint64_t drops[ROUNDS];

static void arrive(void *arg)
{
	struct frame *f = frame_new();

	(void)arg;
	f->h = (struct hdrs){.ethertype = 0x0800,
			     .saddr = PAIR_B,
			     .daddr = PAIR_A,
			     .ttl = 64,
			     .l4 = L4_UDP,
			     .sport = 9,
			     .dport = 7000,
			     .wscale = -1};
	f->pl = (struct payload){5, 1000, 0};
	f->len = 1042;
	fake_rx(d, f);
}

static void one_round(struct udp_sock *up, unsigned int i)
{
	sim_time t0 = cpu_now();
	uint64_t before_drops = fake_counter(k, "UdpRcvbufErrors"), left = 4;

	for (unsigned int j = 0; j < 3; j++)
		sim_call_at(sim_add(t0, SIM_MS(1 + 2 * j)), SIM_PRIO_HW, arrive, NULL);
	sim_call_at(sim_add(t0, SIM_US(7000 + STEP_US * i)), SIM_PRIO_HW, arrive, NULL);
	sock_lock(&up->sk);
	task_delay(sim_sub(sim_add(t0, SIM_MS(8)), cpu_now()));
	assert_int_equal(up->sk.backlog.len, up->sk.backlog.packets * T);
	sock_release(&up->sk);
	task_delay(SIM_MS(5));
	drops[i] = fake_counter(k, "UdpRcvbufErrors") - before_drops;
	for (left -= drops[i]; left; left--)
		udp_recvmsg(up, (struct ubuf){fake_user_buffer(k, 4096), 4096}, NULL);
}

static void app(void *arg)
{
	struct udp_sock *up;

	(void)arg;
	syscall_enter();
	up = udp_sock_new(net_of(k->host));
	udp_setopt(up, KSOCK_RCVBUF, 11 * T / 4);
	udp_bind(up, 0, 7000);
	for (unsigned int i = 0; i < ROUNDS; i++)
		one_round(up, i);
	syscall_exit();
}

static void run(const char *rule)
{
	char *yaml = xasprintf("costs_default: {instructions: 60000, bytes: 0, source: a test}\n"
			       "sock: {backlog_limit: '%s'}\nudp: {check_before_lock: off}",
			       rule);

	k = fake_kernel("h", yaml);
	d = fake_dev_new(k, PAIR_A, PAIR_FEATURES, 1500);
	task_new(k->host, "app", app, NULL, 2, 0);
	sim_run(SIM_S(20));
}

static void counted_twice(void **state)
{
	unsigned int first = ROUNDS, last = 0, n = 0;

	(void)state;
	run("2.6.35");
	for (unsigned int i = 0; i < ROUNDS; i++) {
		if (!drops[i])
			continue;
		first = i < first ? i : first;
		last = i;
		n++;
	}
	print_message("%u dropped, from step %u to %u\n", n, first, last);
	assert_true(n >= 2);
	assert_true(first > 10 && last < ROUNDS - 10); /* neither before nor after the drain */
}

static void backlog_alone(void **state)
{
	(void)state;
	run("2.6.34");
	for (unsigned int i = 0; i < ROUNDS; i++)
		assert_int_equal(drops[i], 0);
}

int main(void)
{
	return !!(in_child(counted_twice) | in_child(backlog_alone));
}
