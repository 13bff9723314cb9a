/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What sockets of real code can besides sending and receiving: MSG_ZEROCOPY says when pages are
 * free, SO_REUSEPORT spreads datagrams over its sockets, epoll wakes for the one that has data,
 * sendfile sends pages; and veth with several queues takes mq and XPS, single-queue forcedeth does
 * not.
 */
#include "tests/real.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>
#include <net/if.h>
#include <sys/ioctl.h>

#define ZEROCOPY  60 /* SO_ZEROCOPY */
#define MSG_ZC	  0x4000000
#define PART	  65536u
#define SOCKETS	  4
#define DATAGRAMS 400

static struct machine *m;
static const struct kimage_calls *calls;

/* --- TCP: zero copy, sendfile --- */

static uint64_t bad, got;
static bool received;

/* The same bytes again and again. */
static void reader(void *arg)
{
	struct sockaddr_in a = real_addr(INADDR_LOOPBACK);
	uint8_t *buf = calls->user_memory(PART);
	int ls = calls->socket(AF_INET, SOCK_STREAM, 0), fd;
	long n;

	(void)arg;
	assert_int_equal(calls->bind(ls, &a, sizeof(a)), 0);
	assert_int_equal(calls->listen(ls, 1), 0);
	fd = calls->accept(ls);
	for (got = 0; (n = calls->recvfrom(fd, buf, PART, 0, NULL, NULL)) > 0; got += (uint64_t)n)
		for (long i = 0; i < n; i++)
			bad += buf[i] != real_byte((got + (uint64_t)i) % PART);
	calls->close(fd);
	calls->close(ls);
	received = true;
}

static int stream(void)
{
	struct sockaddr_in a = real_addr(INADDR_LOOPBACK);
	int fd;

	received = false;
	bad = 0;
	/* First, or it would inherit the socket and keep it open. */
	calls->thread("reader", reader, NULL, 1);
	calls->sleep(5000000);
	fd = calls->socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(calls->connect(fd, &a, sizeof(a)), 0);
	return fd;
}

static void finish(int fd, uint64_t bytes)
{
	calls->close(fd);
	while (!received)
		calls->sleep(1000000);
	assert_int_equal(got, bytes);
	assert_int_equal(bad, 0);
}

static void zerocopy(uint8_t *buf)
{
	unsigned int first, last, sends = 0, done = 0;
	int on = 1, fd = stream();
	uint64_t sent = 0;

	assert_int_equal(calls->setsockopt(fd, SOL_SOCKET, ZEROCOPY, &on, sizeof(on)), 0);
	while (sent < 64 * PART) {
		long n = calls->sendto(fd, buf + sent % PART, PART - sent % PART, MSG_ZC, NULL, 0);

		assert_true(n > 0);
		sent += (uint64_t)n;
		sends++;
	}
	calls->sleep(100000000);
	while (calls->completion(fd, &first, &last) == 0)
		done += last - first + 1;
	assert_int_equal(done, sends);
	finish(fd, sent);
}

static void sendfile(uint8_t *buf)
{
	int fd = stream();
	uint64_t sent = 0;

	for (unsigned int i = 0; i < 32; i++) {
		long n = calls->sendfile(fd, buf, PART);

		assert_int_equal(n, PART);
		sent += (uint64_t)n;
	}
	finish(fd, sent);
}

/* --- UDP: one port, several sockets; epoll --- */

static int shared_port(void)
{
	struct sockaddr_in a = real_addr(INADDR_LOOPBACK);
	int on = 1, fd = calls->socket(AF_INET, SOCK_DGRAM, 0);

	assert_int_equal(calls->setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)), 0);
	assert_int_equal(calls->bind(fd, &a, sizeof(a)), 0);
	return fd;
}

/* Each from a port of its own, so that they hash to different sockets. */
static void datagrams(void *arg)
{
	struct sockaddr_in a = real_addr(INADDR_LOOPBACK);
	uint8_t *buf = calls->user_memory(4096);

	(void)arg;
	for (unsigned int i = 0; i < DATAGRAMS; i++) {
		int fd = calls->socket(AF_INET, SOCK_DGRAM, 0);

		assert_int_equal(calls->sendto(fd, buf, 100, 0, &a, sizeof(a)), 100);
		calls->close(fd);
		calls->sleep(20000);
	}
}

static void reuseport_and_epoll(void)
{
	uint8_t *buf = calls->user_memory(4096);
	unsigned int share[SOCKETS] = {0}, n = 0;
	int fd[SOCKETS], ep = calls->epoll_create(), ready[8];

	assert_true(ep >= 0);
	for (unsigned int i = 0; i < SOCKETS; i++) {
		fd[i] = shared_port();
		assert_int_equal(calls->epoll_add(ep, fd[i]), 0);
	}
	assert_int_equal(calls->epoll_add(ep, fd[0]), -EEXIST);
	calls->thread("sender", datagrams, NULL, 1);
	while (n < DATAGRAMS) {
		int k = calls->epoll_wait(ep, ready, 8);

		assert_true(k > 0);
		for (int i = 0; i < k; i++, n++) {
			assert_int_equal(
				calls->recvfrom(ready[i], buf, 4096, MSG_DONTWAIT, NULL, NULL),
				100);
			for (unsigned int s = 0; s < SOCKETS; s++)
				share[s] += fd[s] == ready[i];
		}
	}
	/* Binomial: 100 each, standard deviation 8.7; one in 10^9 is outside. */
	for (unsigned int s = 0; s < SOCKETS; s++)
		assert_in_range(share[s], 47, 153);
	for (unsigned int i = 0; i < SOCKETS; i++)
		calls->close(fd[i]);
	calls->close(ep);
	calls->sleep(10000000); /* the sender has copies until it ends */
}

/* --- veth --- */

struct message {
	struct nlmsghdr h;
	union {
		struct ifinfomsg link;
		struct tcmsg tc;
	};
	char attributes[512];
};

static struct rtattr *put(struct message *q, unsigned short type, const void *data, size_t len)
{
	struct rtattr *a = (struct rtattr *)((char *)&q->h + NLMSG_ALIGN(q->h.nlmsg_len));

	a->rta_type = type;
	a->rta_len = (unsigned short)RTA_LENGTH(len);
	if (len)
		memcpy(RTA_DATA(a), data, len);
	q->h.nlmsg_len = NLMSG_ALIGN(q->h.nlmsg_len) + (uint32_t)RTA_SPACE(len);
	return a;
}

static void ends(struct message *q, struct rtattr *a)
{
	a->rta_len = (unsigned short)((char *)&q->h + q->h.nlmsg_len - (char *)a);
}

static int ask(struct message *q)
{
	const struct nlmsgerr *e = NLMSG_DATA(&q->h);
	long n;

	q->h.nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_ACK |
			   (q->h.nlmsg_type == RTM_NEWLINK ? NLM_F_EXCL : NLM_F_REPLACE);
	n = calls->netlink(NETLINK_ROUTE, q, q->h.nlmsg_len, sizeof(*q));
	return n < 0 ? (int)n : e->error;
}

/* ip link add v0 numtxqueues 4 numrxqueues 4 type veth peer name v1 numtxqueues 4 numrxqueues 4 */
static int new_veth(void)
{
	struct message q = {
		.h = {.nlmsg_type = RTM_NEWLINK, .nlmsg_len = NLMSG_LENGTH(sizeof(q.link))}};
	uint32_t queues = 4;
	struct ifinfomsg peer = {0};
	struct rtattr *info, *data, *p;

	put(&q, IFLA_IFNAME, "v0", 3);
	put(&q, IFLA_NUM_TX_QUEUES, &queues, 4);
	put(&q, IFLA_NUM_RX_QUEUES, &queues, 4);
	info = put(&q, IFLA_LINKINFO, NULL, 0);
	put(&q, IFLA_INFO_KIND, "veth", 5);
	data = put(&q, IFLA_INFO_DATA, NULL, 0);
	p = put(&q, VETH_INFO_PEER, &peer, sizeof(peer));
	put(&q, IFLA_IFNAME, "v1", 3);
	put(&q, IFLA_NUM_TX_QUEUES, &queues, 4);
	put(&q, IFLA_NUM_RX_QUEUES, &queues, 4);
	ends(&q, p);
	ends(&q, data);
	ends(&q, info);
	return ask(&q);
}

static int set_qdisc(const char *ifname, const char *kind)
{
	struct message q = {
		.h = {.nlmsg_type = RTM_NEWQDISC, .nlmsg_len = NLMSG_LENGTH(sizeof(q.tc))}};
	struct ifreq ifr = {0};
	int fd = calls->socket(AF_INET, SOCK_DGRAM, 0);

	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", ifname);
	assert_int_equal(calls->ioctl(fd, SIOCGIFINDEX, &ifr), 0);
	calls->close(fd);
	q.tc.tcm_ifindex = ifr.ifr_ifindex;
	q.tc.tcm_parent = TC_H_ROOT;
	put(&q, TCA_KIND, kind, strlen(kind) + 1);
	return ask(&q);
}

static int bound(const char *ifname, uint16_t port)
{
	struct sockaddr_in a = real_addr(INADDR_ANY);
	int on = 1, fd = calls->socket(AF_INET, SOCK_DGRAM, 0);

	a.sin_port = htons(port);
	assert_int_equal(calls->setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, ifname, 3), 0);
	assert_int_equal(calls->setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof(on)), 0);
	assert_int_equal(calls->bind(fd, &a, sizeof(a)), 0);
	return fd;
}

/* A broadcast goes out of one end and is heard at the other. */
static void veth(uint8_t *buf)
{
	struct sockaddr_in all = real_addr(INADDR_BROADCAST);
	int from, to;

	assert_int_equal(new_veth(), 0);
	assert_int_equal(calls->ifconfig("v0", htonl(0x0a010001), 24), 0);
	assert_int_equal(calls->ifconfig("v1", htonl(0x0a010002), 24), 0);
	assert_int_equal(set_qdisc("v0", "mq"), 0);
	assert_int_equal(calls->queue_write("v0", "tx-2", "xps_cpus", "2"), 0);
	/* Both ends are of one host. */
	assert_int_equal(calls->sysctl_write("net.ipv4.conf.v1.accept_local", "1"), 0);
	from = bound("v0", 7000);
	to = bound("v1", REAL_PORT);
	assert_int_equal(calls->sendto(from, buf, 1000, 0, &all, sizeof(all)), 1000);
	memset(buf, 0, 1000);
	assert_int_equal(calls->recvfrom(to, buf, 2000, 0, NULL, NULL), 1000);
	for (unsigned int i = 0; i < 1000; i++)
		assert_int_equal(buf[i], real_byte(i));
	calls->close(from);
	calls->close(to);
	/* One queue. */
	assert_int_equal(set_qdisc("eth0", "mq"), -EOPNOTSUPP);
	assert_int_equal(calls->queue_write("eth0", "tx-0", "xps_cpus", "2"), -ENOENT);
	assert_int_equal(calls->dev_write("eth0", "no_such_thing", "1"), -ENOENT);
	assert_int_equal(calls->dev_write("eth0", "threaded", "1"), 0);
}

static void init(void *arg, const struct kimage_calls *c)
{
	uint8_t *buf = c->user_memory(PART);

	(void)arg;
	calls = c;
	real_fill(buf, 0, PART);
	assert_int_equal(c->ifconfig("lo", htonl(INADDR_LOOPBACK), 8), 0);
	zerocopy(buf);
	sendfile(buf);
	reuseport_and_epoll();
	veth(buf);
	sim_stop();
}

static void sockets(void **state)
{
	char *path = real_image("plain"), *err;
	struct machine_device md;
	struct nic *nic;

	(void)state;
	err = nic_new_model(&forcedeth_nic_ops, "h.eth0", NULL, NULL, NULL, &nic);
	assert_null(err);
	struct device *dev = device_new(nic, device_pci("forcedeth"), &md);

	m = real_machine(
		path, (struct machine_params){
			      .name = "h", .cpus = 2, .devices = 1, .device = &md, .init = init});
	device_attach(dev, m, 0);
	assert_int_equal(sim_run(SIM_S(20)), SIM_END_STOPPED);
	real_check(m);
	free(path);
}

int main(void)
{
	return RUN_ONE(sockets);
}
