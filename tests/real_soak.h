/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two hosts of real code that send to each other at the same time, every byte checked, and after
 * that: nothing has leaked. One process a point, since a simulation runs once in a process.
 */
#ifndef NICPATH_TESTS_REAL_SOAK_H
#define NICPATH_TESTS_REAL_SOAK_H

#include "tests/real.h"

#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "nic_model/linux/levels.h"

struct soak {
	const char *name;
	double loss, reorder, duplicate;
	uint64_t flap_every_ps, flap_down_ps;
	uint32_t tx_ring, rx_ring, mtu; /* 0: the driver's */
	uint32_t cpus;			/* 0: 1 */
	unsigned int off;		/* SOAK_NO_* */
	uint64_t bytes;			/* each way */
	const char *cmdline;
	bool say; /* how far it has got */
};

#define SOAK_NO_TSO 1u
#define SOAK_NO_GSO 2u
#define SOAK_NO_GRO 4u

/* The pattern repeats after a prime of bytes: data that is off by any round number shows. */
#define SOAK_PERIOD 1048573u
#define SOAK_CALL   65536u

static struct soak_run {
	const struct soak *s;
	struct real_pair pair;
	struct soak_host {
		unsigned int id;
		const struct kimage_calls *c;
		struct machine *m;
		uint64_t sent, got;
		sim_time ended;
		bool sender_done, receiver_done, down;
		struct kimage_levels before, after;
	} host[2];
	uint8_t *pattern;
} soak;

/* One line, so that the point's name stands beside it; the child ends. */
#define SOAK_FAIL(...)                                                                             \
	do {                                                                                       \
		printf("%s: ", soak.s->name);                                                      \
		printf(__VA_ARGS__);                                                               \
		putchar('\n');                                                                     \
		fflush(stdout);                                                                    \
		_exit(1);                                                                          \
	} while (0)
#define SOAK_ASSERT(cond, ...)                                                                     \
	do {                                                                                       \
		if (!(cond))                                                                       \
			SOAK_FAIL(__VA_ARGS__);                                                    \
	} while (0)

static inline void soak_pattern(void)
{
	uint64_t x = 88172645463325252ull;

	soak.pattern = xmalloc(SOAK_PERIOD + SOAK_CALL);
	for (uint32_t i = 0; i < SOAK_PERIOD; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		soak.pattern[i] = (uint8_t)(x >> 32);
	}
	memcpy(soak.pattern + SOAK_PERIOD, soak.pattern, SOAK_CALL);
}

/* Lengths of calls differ: 1 byte to 64 KiB. */
static inline uint64_t soak_length(uint64_t n)
{
	return n % 7 == 3 ? 1 + n % 1447 : SOAK_CALL - n % 1023;
}

static inline void soak_sender(void *arg)
{
	struct soak_host *h = arg;
	const struct kimage_calls *c = h->c;
	struct sockaddr_in to = real_addr(0x0a000002 - h->id);
	uint8_t *buf = c->user_memory(SOAK_CALL);
	int fd = c->socket(AF_INET, SOCK_STREAM, 0), err;

	do {
		err = c->connect(fd, &to, sizeof(to));
		if (err == -111 || err == -113)
			c->sleep(100000000);
	} while (err == -111 || err == -113); /* refused, no route while the link is down */
	SOAK_ASSERT(!err, "connect: %d", err);
	for (uint64_t n = 0; h->sent < soak.s->bytes; n++) {
		uint64_t len = soak_length(n), left = soak.s->bytes - h->sent;
		long r;

		len = len < left ? len : left;
		memcpy(buf, soak.pattern + h->sent % SOAK_PERIOD, len);
		r = c->sendto(fd, buf, len, MSG_NOSIGNAL, NULL, 0);
		SOAK_ASSERT(r > 0, "send: %ld after %llu bytes", r, (unsigned long long)h->sent);
		h->sent += (uint64_t)r;
	}
	c->shutdown(fd, SHUT_WR);
	c->close(fd);
	h->sender_done = true;
	machine_wake_init(h->m);
}

static inline void soak_receiver(void *arg)
{
	struct soak_host *h = arg;
	const struct kimage_calls *c = h->c;
	struct sockaddr_in a = real_addr(INADDR_ANY);
	uint8_t *buf = c->user_memory(SOAK_CALL);
	int ls = c->socket(AF_INET, SOCK_STREAM, 0), fd;
	long r;

	SOAK_ASSERT(!c->bind(ls, &a, sizeof(a)) && !c->listen(ls, 5), "cannot listen");
	fd = c->accept(ls);
	SOAK_ASSERT(fd >= 0, "accept: %d", fd);
	for (uint64_t n = 0; (r = c->recvfrom(fd, buf, soak_length(n * 5), 0, NULL, NULL)) > 0;
	     n++) {
		SOAK_ASSERT(!memcmp(buf, soak.pattern + h->got % SOAK_PERIOD, (size_t)r),
			    "bytes broken between %llu and %llu", (unsigned long long)h->got,
			    (unsigned long long)h->got + (uint64_t)r);
		if (soak.s->say && (h->got + (uint64_t)r) >> 28 != h->got >> 28)
			fprintf(stderr, "%s: host %u has %llu MiB at %.1f s\n", soak.s->name, h->id,
				(unsigned long long)(h->got + (uint64_t)r) >> 20,
				sim_seconds(machine_now(h->m)));
		h->got += (uint64_t)r;
	}
	SOAK_ASSERT(r == 0, "recv: %ld after %llu bytes", r, (unsigned long long)h->got);
	SOAK_ASSERT(h->got == soak.s->bytes, "the stream ended after %llu bytes",
		    (unsigned long long)h->got);
	c->close(fd);
	c->close(ls);
	h->ended = machine_now(h->m);
	h->receiver_done = true;
	machine_wake_init(h->m);
}

static inline int soak_ethtool(const struct kimage_calls *c, int fd, void *cmd)
{
	struct ifreq ifr = {.ifr_name = "eth0"};

	ifr.ifr_data = cmd;
	return c->ioctl(fd, SIOCETHTOOL, &ifr);
}

static inline void soak_flag(const struct kimage_calls *c, int fd, uint32_t cmd, bool off)
{
	struct ethtool_value v = {.cmd = cmd, .data = !off};

	SOAK_ASSERT(!soak_ethtool(c, fd, &v), "ethtool command 0x%x refused", cmd);
}

static inline void soak_settings(const struct kimage_calls *c, int fd)
{
	struct ethtool_ringparam ring = {.cmd = ETHTOOL_SRINGPARAM,
					 .rx_pending = soak.s->rx_ring,
					 .tx_pending = soak.s->tx_ring};
	struct ifreq ifr = {.ifr_name = "eth0"};

	ifr.ifr_mtu = (int)soak.s->mtu;
	soak_flag(c, fd, ETHTOOL_STSO, soak.s->off & SOAK_NO_TSO);
	soak_flag(c, fd, ETHTOOL_SGSO, soak.s->off & SOAK_NO_GSO);
	soak_flag(c, fd, ETHTOOL_SGRO, soak.s->off & SOAK_NO_GRO);
	if (soak.s->tx_ring)
		SOAK_ASSERT(!soak_ethtool(c, fd, &ring), "rings of %u and %u refused",
			    soak.s->tx_ring, soak.s->rx_ring);
	if (soak.s->mtu)
		SOAK_ASSERT(!c->ioctl(fd, SIOCSIFMTU, &ifr), "MTU of %u refused", soak.s->mtu);
}

static inline int soak_up(const struct kimage_calls *c, int fd, bool up)
{
	struct ifreq ifr = {.ifr_name = "eth0", .ifr_flags = (short)(up ? IFF_UP : 0)};

	return c->ioctl(fd, SIOCSIFFLAGS, &ifr);
}

/* Called again whenever one of the host's tasks is done. */
static inline void soak_host_runs(struct soak_host *h, const struct kimage_calls *c)
{
	int fd;

	if (!h->c) {
		fd = c->socket(AF_INET, SOCK_DGRAM, 0);
		h->c = c;
		h->m = soak.pair.m[h->id];
		c->sleep(100000000);
		soak_settings(c, fd);
		/* Once up and down: its queue discipline exists from now on. */
		SOAK_ASSERT(!soak_up(c, fd, true) && !soak_up(c, fd, false), "eth0 does not go up");
		c->close(fd);
		c->sleep(100000000);
		c->levels(&h->before);
		SOAK_ASSERT(!c->ifconfig("eth0", htonl(0x0a000001 + h->id), 24), "no eth0");
		c->thread("receiver", soak_receiver, h, -1);
		c->sleep(50000000);
		c->thread("sender", soak_sender, h, -1);
		return;
	}
	if (!h->sender_done || !h->receiver_done || h->down)
		return;
	h->down = true;
	/* The peer may still ask for the last bytes or for an answer to its FIN. */
	while (!soak.host[!h->id].sender_done || !soak.host[!h->id].receiver_done)
		c->sleep(100000000);
	c->sleep(5000000000ul);
	fd = c->socket(AF_INET, SOCK_DGRAM, 0);
	SOAK_ASSERT(!soak_up(c, fd, false), "eth0 does not go down");
	c->close(fd);
	c->sleep(100000000);
	c->levels(&h->after);
	if (soak.host[!h->id].after.caches)
		sim_stop();
}

static inline void soak_host0(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	soak_host_runs(&soak.host[0], c);
}

static inline void soak_host1(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	soak_host_runs(&soak.host[1], c);
}

static inline void soak_leaks(const struct soak_host *h)
{
	char *err = levels_compare(&h->before, &h->after, soak.s->cpus ? soak.s->cpus : 1);

	SOAK_ASSERT(!err, "host %u: %s", h->id, err);
	SOAK_ASSERT(!machine_fault(h->m), "%s", machine_fault(h->m));
	SOAK_ASSERT(!machine_warnings(h->m), "%u kernel warnings", machine_warnings(h->m));
	SOAK_ASSERT(!soak.pair.nic[h->id]->stats.bad_dma, "DMA outside memory");
}

/* In a process of its own. */
static inline void soak_child(const struct soak *s, const char *image)
{
	static void (*const init[2])(void *, const struct kimage_calls *) = {soak_host0,
									     soak_host1};
	struct wire_params wp;
	enum sim_end end;

	soak.s = s;
	soak.host[1].id = 1;
	soak_pattern();
	param_defaults(&wire_param_table, &wp);
	wp.loss = s->loss;
	wp.reorder = s->reorder;
	wp.duplicate = s->duplicate;
	wp.flap_every_ps = s->flap_every_ps;
	wp.flap_down_ps = s->flap_down_ps ? s->flap_down_ps : wp.flap_down_ps;
	soak.pair.cmdline = s->cmdline;
	real_pair_new(&soak.pair, image, s->cpus ? s->cpus : 1, &wp, init, NULL);
	end = sim_run(SIM_S(100000));
	for (unsigned int i = 0; i < 2; i++) {
		soak.host[i].m = soak.pair.m[i];
		SOAK_ASSERT(!machine_fault(soak.pair.m[i]), "%s", machine_fault(soak.pair.m[i]));
	}
	SOAK_ASSERT(end == SIM_END_STOPPED, "stands still: %llu and %llu of %llu bytes at %.1f s",
		    (unsigned long long)soak.host[0].got, (unsigned long long)soak.host[1].got,
		    (unsigned long long)s->bytes, sim_seconds(sim_now()));
	for (unsigned int i = 0; i < 2; i++)
		soak_leaks(&soak.host[i]);
	printf("%s: %llu bytes each way until %.3f s, %llu + %llu frames, %llu + %llu lost\n",
	       s->name, (unsigned long long)s->bytes,
	       sim_seconds(soak.host[0].ended.ps > soak.host[1].ended.ps ? soak.host[0].ended
									 : soak.host[1].ended),
	       (unsigned long long)wire_stats(soak.pair.wire, 0)->frames,
	       (unsigned long long)wire_stats(soak.pair.wire, 1)->frames,
	       (unsigned long long)wire_stats(soak.pair.wire, 0)->lost,
	       (unsigned long long)wire_stats(soak.pair.wire, 1)->lost);
	fflush(stdout);
	_exit(0);
}

/* True if all points passed. */
static inline bool soak_points(const struct soak *s, size_t n, const char *image)
{
	bool good = true;

	for (size_t i = 0; i < n; i++) {
		int status;
		pid_t pid;

		fflush(stdout);
		pid = fork();
		if (!pid)
			soak_child(&s[i], image);
		waitpid(pid, &status, 0);
		if (!WIFEXITED(status) || WEXITSTATUS(status))
			printf("%s: failed (status 0x%x)\n", s[i].name, (unsigned int)status);
		good &= WIFEXITED(status) && !WEXITSTATUS(status);
	}
	return good;
}

#endif
