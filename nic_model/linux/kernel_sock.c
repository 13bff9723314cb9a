// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Socket calls of workloads on a real kernel.
 *
 * Called by: models/app, in tasks of the image. Calls: system calls (kimage_calls).
 * Models: integrity: in what is sent, every 64th byte of a stream is payload_byte(stream,
 * position); the receiver finds out the stream's number at the first read and checks each of them.
 * A datagram begins with its stream, length and position. Leaves out: a check of connections whose
 * first bytes carry no pattern (sendfile, peers made of stages): they are counted.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "nic_model/linux/kernel_int.h"
#include "sim/check.h"

#define STEP	    64u
#define STREAMS_MAX 65536u
#define BACKLOG	    128

struct ksock {
	struct linux_kernel *k;
	int fd;
	enum l4 proto;
	uint32_t out, in; /* stream numbers; in: 0 not known yet, UINT32_MAX: none found */
	uint64_t sent, got;
};

struct datagram {
	uint32_t stream, len;
	uint64_t pos;
};

static uint32_t streams;

static struct ksock *ksock_new(struct linux_kernel *k, int fd, enum l4 proto)
{
	struct ksock *s = xcalloc(1, sizeof(*s));

	s->k = k;
	s->fd = fd;
	s->proto = proto;
	s->out = ++streams;
	return s;
}

static struct sockaddr_in address(uint32_t ip, uint16_t port)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port)};

	a.sin_addr.s_addr = htonl(ip);
	return a;
}

static struct ksock *op_socket(struct kernel *kern, enum l4 proto)
{
	struct linux_kernel *k = linux_of(kern);
	int fd = k->c->socket(AF_INET, proto == L4_TCP ? SOCK_STREAM : SOCK_DGRAM, 0);

	return fd < 0 ? NULL : ksock_new(k, fd, proto);
}

static int op_setopt(struct ksock *s, enum ksock_opt opt, uint64_t value)
{
	static const struct {
		int level, name;
	} names[] = {
		[KSOCK_SNDBUF] = {SOL_SOCKET, SO_SNDBUF},
		[KSOCK_RCVBUF] = {SOL_SOCKET, SO_RCVBUF},
		[KSOCK_NODELAY] = {IPPROTO_TCP, TCP_NODELAY},
		[KSOCK_RCVLOWAT] = {SOL_SOCKET, SO_RCVLOWAT},
		[KSOCK_REUSEPORT] = {SOL_SOCKET, SO_REUSEPORT},
		[KSOCK_BUSY_POLL] = {SOL_SOCKET, SO_BUSY_POLL},
		[KSOCK_ZEROCOPY] = {SOL_SOCKET, SO_ZEROCOPY},
	};
	int v = (int)value;

	return s->k->c->setsockopt(s->fd, names[opt].level, names[opt].name, &v, sizeof(v));
}

static int op_bind(struct ksock *s, uint32_t ip, uint16_t port)
{
	struct sockaddr_in a = address(ip, port);

	return s->k->c->bind(s->fd, &a, sizeof(a));
}

static int op_listen(struct ksock *s)
{
	return s->k->c->listen(s->fd, BACKLOG);
}

static struct ksock *op_accept(struct ksock *s)
{
	int fd = s->k->c->accept(s->fd);

	return fd < 0 ? NULL : ksock_new(s->k, fd, s->proto);
}

/* The other side's task may not have got to listen() yet. */
static int op_connect(struct ksock *s, uint32_t ip, uint16_t port)
{
	struct sockaddr_in a = address(ip, port);
	int err, tries;

	for (tries = 0; tries < 100; tries++) {
		err = s->k->c->connect(s->fd, &a, sizeof(a));
		if (err != -ECONNREFUSED || s->proto != L4_TCP)
			return err;
		s->k->c->sleep(1000000);
	}
	return err;
}

/* --- integrity --- */

static uint64_t first_mark(uint64_t pos)
{
	return (pos + STEP - 1) / STEP * STEP;
}

static void mark(uint8_t *buf, uint32_t stream, uint64_t pos, uint64_t len)
{
	for (uint64_t p = first_mark(pos); p < pos + len; p += STEP)
		buf[p - pos] = payload_byte(stream, p);
}

static bool marked(const uint8_t *buf, uint32_t stream, uint64_t pos, uint64_t len)
{
	for (uint64_t p = first_mark(pos); p < pos + len; p += STEP)
		if (buf[p - pos] != payload_byte(stream, p))
			return false;
	return true;
}

/* At least four marks must agree; a stray agreement has a chance of 2^-16 at most over all streams.
 */
static uint32_t find_stream(const uint8_t *buf, uint64_t len)
{
	uint32_t s;

	for (s = 1; s <= streams && s < STREAMS_MAX; s++)
		if (marked(buf, s, 0, len))
			return s;
	return UINT32_MAX;
}

static void verify(struct ksock *s, const uint8_t *buf, uint64_t len, struct payload *got)
{
	if (!s->in && s->got == 0) {
		s->in = find_stream(buf, len);
		s->k->unverified += s->in == UINT32_MAX;
	}
	*got = (struct payload){.stream = s->in, .pos = s->got, .len = (uint32_t)len};
	if (s->in != UINT32_MAX && !marked(buf, s->in, s->got, len))
		got->stream = 0; /* no stream has this number: the caller's check fails */
}

/* --- data --- */

static int64_t op_send(struct ksock *s, struct ubuf buf, uint32_t flags)
{
	unsigned int f = (flags & KSEND_MORE ? MSG_MORE : 0) |
			 (flags & KSEND_DONTWAIT ? MSG_DONTWAIT : 0) | MSG_NOSIGNAL;
	int64_t n;

	mark((uint8_t *)buf.addr, s->out, s->sent, buf.len);
	n = s->k->c->sendto(s->fd, (void *)buf.addr, buf.len, f, NULL, 0);
	if (n > 0)
		s->sent += (uint64_t)n;
	return n;
}

static int64_t op_sendfile(struct ksock *s, struct ubuf buf)
{
	int64_t n = s->k->c->sendfile(s->fd, (void *)buf.addr, buf.len);

	if (n > 0)
		s->sent += (uint64_t)n;
	return n;
}

static int64_t op_recv(struct ksock *s, struct ubuf buf, struct payload *got)
{
	int64_t n = s->k->c->recvfrom(s->fd, (void *)buf.addr, buf.len, 0, NULL, NULL);

	*got = (struct payload){0};
	if (n <= 0)
		return n;
	verify(s, (const uint8_t *)buf.addr, (uint64_t)n, got);
	s->got += (uint64_t)n;
	return n;
}

static int64_t op_sendto(struct ksock *s, struct ubuf buf, uint32_t ip, uint16_t port)
{
	struct sockaddr_in a = address(ip, port);
	struct datagram d = {.stream = s->out, .len = buf.len, .pos = s->sent};
	int64_t n;

	memcpy((void *)buf.addr, &d, buf.len < sizeof(d) ? buf.len : sizeof(d));
	n = s->k->c->sendto(s->fd, (void *)buf.addr, buf.len, MSG_NOSIGNAL, &a, sizeof(a));
	if (n > 0)
		s->sent += (uint64_t)n;
	return n;
}

static int64_t op_recvfrom(struct ksock *s, struct ubuf buf, struct payload *got)
{
	int64_t n = s->k->c->recvfrom(s->fd, (void *)buf.addr, buf.len, 0, NULL, NULL);
	struct datagram d = {.stream = 0, .len = 0, .pos = 0};

	*got = (struct payload){0};
	if (n <= 0)
		return n;
	memcpy(&d, (const void *)buf.addr, (size_t)n < sizeof(d) ? (size_t)n : sizeof(d));
	*got = (struct payload){.stream = d.stream, .pos = d.pos, .len = (uint32_t)n};
	if ((size_t)n >= sizeof(d) && d.len != (uint64_t)n)
		got->stream = 0;
	s->got += (uint64_t)n;
	return n;
}

static int op_shutdown(struct ksock *s)
{
	return s->k->c->shutdown(s->fd, SHUT_WR);
}

static void op_close(struct ksock *s)
{
	s->k->c->close(s->fd);
	free(s);
}

const struct kernel_ops kernel_linux_sock_ops = {
	.socket = op_socket,
	.setopt = op_setopt,
	.bind = op_bind,
	.listen = op_listen,
	.accept = op_accept,
	.connect = op_connect,
	.send = op_send,
	.sendfile = op_sendfile,
	.recv = op_recv,
	.sendto = op_sendto,
	.recvfrom = op_recvfrom,
	.shutdown = op_shutdown,
	.close = op_close,
};
