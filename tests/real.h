/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For tests of real kernel code: machines with images, two of them over a link, workloads with a
 * pattern check. Where there is no image the test is skipped, and says how to get one.
 */
#ifndef NICPATH_TESTS_REAL_H
#define NICPATH_TESTS_REAL_H

#include "tests/tap.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>

#include "nic_model/forcedeth/forcedeth.h"
#include "nic_model/linux/device.h"
#include "nic_model/linux/machine.h"
#include "nic_model/wire.h"
#include "sim/check.h"

#define REAL_PORT  5001
#define REAL_CHUNK 65536u

static inline char *real_image(const char *variant)
{
	char *path, *err;

#ifdef __SANITIZE_ADDRESS__
	puts("kernel images lie where the address sanitizer has its own memory");
	exit(77);
#endif
	err = image_find(variant, &path);
	if (err) {
		puts(err);
		exit(77);
	}
	return path;
}

static inline uint8_t real_byte(uint64_t pos)
{
	return (uint8_t)((pos % 65521 * 2654435761u) >> 13);
}

static inline void real_fill(uint8_t *buf, uint64_t pos, uint64_t len)
{
	for (uint64_t i = 0; i < len; i++)
		buf[i] = real_byte(pos + i);
}

static inline struct sockaddr_in real_addr(uint32_t ip)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(REAL_PORT)};

	a.sin_addr.s_addr = htonl(ip);
	return a;
}

/* One direction of TCP data between two tasks; filled in by them. */
struct real_flow {
	uint32_t ip; /* of the receiver */
	uint64_t bytes;
	int rcvbuf, sndbuf; /* 0: default */
	uint64_t got, bad;
	sim_time start, end; /* first byte asked for, end of stream, at the receiver */
	struct machine *receiver;
	bool done;
};

static inline void real_send(const struct kimage_calls *c, struct real_flow *f)
{
	uint8_t *buf = c->user_memory(REAL_CHUNK);
	struct sockaddr_in a = real_addr(f->ip);
	int fd = c->socket(AF_INET, SOCK_STREAM, 0);
	uint64_t n = 0;

	assert_true(fd >= 0);
	if (f->sndbuf)
		assert_int_equal(c->setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &f->sndbuf, sizeof(int)),
				 0);
	assert_int_equal(c->connect(fd, &a, sizeof(a)), 0);
	while (n < f->bytes) {
		uint64_t len = f->bytes - n < REAL_CHUNK ? f->bytes - n : REAL_CHUNK;
		long r;

		real_fill(buf, n, len);
		r = c->sendto(fd, buf, len, 0, NULL, 0);
		assert_true(r > 0);
		n += (uint64_t)r;
	}
	c->shutdown(fd, SHUT_WR);
	c->close(fd);
}

static inline void real_receive(const struct kimage_calls *c, struct real_flow *f)
{
	uint8_t *buf = c->user_memory(REAL_CHUNK);
	struct sockaddr_in a = real_addr(f->ip);
	int ls = c->socket(AF_INET, SOCK_STREAM, 0), fd;
	long r;

	assert_true(ls >= 0);
	if (f->rcvbuf)
		assert_int_equal(c->setsockopt(ls, SOL_SOCKET, SO_RCVBUF, &f->rcvbuf, sizeof(int)),
				 0);
	assert_int_equal(c->bind(ls, &a, sizeof(a)), 0);
	assert_int_equal(c->listen(ls, 5), 0);
	fd = c->accept(ls);
	assert_true(fd >= 0);
	f->start = machine_now(f->receiver);
	while ((r = c->recvfrom(fd, buf, REAL_CHUNK, 0, NULL, NULL)) > 0) {
		for (long i = 0; i < r; i++)
			f->bad += buf[i] != real_byte(f->got + (uint64_t)i);
		f->got += (uint64_t)r;
	}
	assert_int_equal(r, 0);
	f->end = machine_now(f->receiver);
	c->close(fd);
	c->close(ls);
	f->done = true;
}

static inline double real_mbps(const struct real_flow *f)
{
	return (double)f->got * 8 / sim_seconds(sim_sub(f->end, f->start)) / 1e6;
}

/* Value of a counter in a two-line /proc/net/{snmp,netstat} table; -1: not there. */
static inline long real_counter(const struct kimage_calls *c, const char *file, const char *table,
				const char *name)
{
	static char text[65536];
	char *names, *values, *n, *v, *ns, *vs, key[64];

	assert_true(c->proc_read(file, text, sizeof(text)) > 0);
	snprintf(key, sizeof(key), "%s: ", table);
	names = strstr(text, key);
	values = names ? strstr(names + 1, key) : NULL;
	if (!values)
		return -1;
	names = strtok_r(names, "\n", &ns);
	values = strtok_r(values, "\n", &vs);
	n = strtok_r(names, " ", &ns);
	v = strtok_r(values, " ", &vs);
	while (n && v) {
		if (!strcmp(n, name))
			return strtol(v, NULL, 10);
		n = strtok_r(NULL, " ", &ns);
		v = strtok_r(NULL, " ", &vs);
	}
	return -1;
}

static inline struct machine *real_machine(const char *path, struct machine_params p)
{
	struct machine *m;
	char *err;

	p.seed = p.seed ? p.seed : 1;
	p.cpus = p.cpus ? p.cpus : 1;
	p.syscall_ps = 300000;
	err = machine_new(path, &p, &m);
	if (err)
		fail_msg("%s", err);
	return m;
}

/* Nothing went wrong inside. */
static inline void real_check(const struct machine *m)
{
	if (machine_fault(m))
		fail_msg("%s", machine_fault(m));
	assert_int_equal(machine_warnings(m), 0);
}

/* Two machines with a forcedeth each; init[i] runs on host i with arg &real_pair.
 * Addresses 10.0.0.1 and .2 when it asks. */
struct real_pair {
	struct machine *m[2];
	struct nic *nic[2];
	struct device *dev[2];
	struct wire *wire;
	const char *cmdline; /* module parameters; NULL: none */
};

static inline void real_pair_new(struct real_pair *p, const char *path, unsigned int cpus,
				 const struct wire_params *wp,
				 void (*const init[2])(void *, const struct kimage_calls *),
				 void *arg)
{
	static const char *const nics[2] = {"h0.eth0", "h1.eth0"}, *const hosts[2] = {"h0", "h1"};
	char *err = wire_new("link", wp, 1, &p->wire);

	assert_null(err);
	for (unsigned int i = 0; i < 2; i++) {
		struct machine_device md;

		err = nic_new_model(&forcedeth_nic_ops, nics[i], NULL, NULL, NULL, &p->nic[i]);
		assert_null(err);
		wire_attach(p->wire, i, p->nic[i]);
		p->dev[i] = device_new(p->nic[i], device_pci("forcedeth"), &md);
		p->m[i] = real_machine(path, (struct machine_params){.name = hosts[i],
								     .host = i,
								     .cpus = cpus,
								     .seed = 1 + i,
								     .devices = 1,
								     .device = &md,
								     .cmdline = p->cmdline,
								     .init = init[i],
								     .arg = arg});
		device_attach(p->dev[i], p->m[i], 0);
	}
}

#endif
