// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Socket calls of workloads on a real kernel.
 *
 * Called by: models/app, in tasks of the image. Calls: system calls (kimage_calls).
 * Models: integrity: every byte of a stream or datagram is known and checked by its receiver
 * (kernel_data.h); a datagram begins with its stream, length and position. At the end of a point
 * whose leaks are looked for, each task closes its sockets and ends.
 * Leaves out: a check of datagrams that stages send.
 * Source: socket(7), tcp(7), udp(7).
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "nic_model/linux/kernel_data.h"
#include "nic_model/linux/kernel_int.h"
#include "sim/check.h"

#define BACKLOG	       128
#define DATAGRAM_MAGIC 0x6e696370u
#define COMPLETIONS    16 /* of MSG_ZEROCOPY: sends between looks at the error queue */

#ifndef MSG_ZEROCOPY
#define MSG_ZEROCOPY 0x4000000
#endif

struct ksock {
	struct ksock *next, **link; /* of the kernel's */
	struct linux_kernel *k;
	int fd;
	enum l4 proto;
	uint32_t out; /* stream number */
	uint64_t sent, got;
	struct data_reader in;
	bool zerocopy;
	unsigned int sends; /* since the error queue was looked at */
	void *owner, *file;
	bool stopped;
};

struct datagram {
	uint32_t magic, stream, len;
	uint64_t pos;
};

/* --- sockets --- */

static struct ksock *ksock_new(struct linux_kernel *k, int fd, enum l4 proto)
{
	struct ksock *s = xcalloc(1, sizeof(*s));

	s->k = k;
	s->fd = fd;
	s->proto = proto;
	s->out = data_stream();
	s->owner = k->c->self();
	s->file = k->c->sock_of(fd);
	s->next = k->socks;
	s->link = &k->socks;
	if (s->next)
		s->next->link = &s->next;
	k->socks = s;
	return s;
}

/* Off the list first: what is on it is open. */
static void close_it(struct ksock *s)
{
	*s->link = s->next;
	if (s->next)
		s->next->link = s->link;
	s->k->c->close(s->fd);
	free(s);
}

/* The list changes while one is stopped. */
void kernel_linux_stop_sockets(struct linux_kernel *k)
{
	struct ksock *s;

	do {
		for (s = k->socks; s && s->stopped; s = s->next)
			;
		if (s) {
			s->stopped = true;
			k->c->sock_stop(s->file);
		}
	} while (s);
}

/* Of the running task, as its end would do it; at_once: connections by reset. */
static void close_all(struct linux_kernel *k, bool at_once)
{
	struct linger l = {.l_onoff = 1, .l_linger = 0};
	void *self = k->c->self();
	struct ksock *s;

	do {
		for (s = k->socks; s && s->owner != self; s = s->next)
			;
		if (s && at_once)
			k->c->setsockopt(s->fd, SOL_SOCKET, SO_LINGER, &l, sizeof(l));
		if (s)
			close_it(s);
	} while (s); /* others go meanwhile */
}

void kernel_linux_task_ends(struct linux_kernel *k)
{
	close_all(k, k->draining);
}

void kernel_linux_rest(struct linux_kernel *k)
{
	if (!k->draining)
		return;
	close_all(k, true);
	k->c->exit();
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
	int fd;

	kernel_linux_rest(k);
	fd = k->c->socket(AF_INET, proto == L4_TCP ? SOCK_STREAM : SOCK_DGRAM, 0);

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
	int v = (int)value, err;

	err = s->k->c->setsockopt(s->fd, names[opt].level, names[opt].name,
				  machine_user_args(&v, sizeof(v)), sizeof(v));
	if (opt == KSOCK_ZEROCOPY && !err)
		s->zerocopy = v;
	return err;
}

static int op_bind(struct ksock *s, uint32_t ip, uint16_t port)
{
	struct sockaddr_in a = address(ip, port);

	return s->k->c->bind(s->fd, machine_user_args(&a, sizeof(a)), sizeof(a));
}

static int op_listen(struct ksock *s)
{
	return s->k->c->listen(s->fd, BACKLOG);
}

static struct ksock *op_accept(struct ksock *s)
{
	int fd;

	kernel_linux_rest(s->k);
	fd = s->k->c->accept(s->fd);
	kernel_linux_rest(s->k);
	return fd < 0 ? NULL : ksock_new(s->k, fd, s->proto);
}

/* The other side's task may not have got to listen() yet. */
static int op_connect(struct ksock *s, uint32_t ip, uint16_t port)
{
	struct sockaddr_in a = address(ip, port);
	int err, tries;

	for (tries = 0; tries < 100; tries++) {
		kernel_linux_rest(s->k);
		err = s->k->c->connect(s->fd, machine_user_args(&a, sizeof(a)), sizeof(a));
		kernel_linux_rest(s->k);
		if (err != -ECONNREFUSED || s->proto != L4_TCP)
			return err;
		s->k->c->sleep(1000000);
	}
	return err;
}

/* --- integrity --- */

static void broken(struct ksock *s, uint64_t pos, uint64_t len)
{
	if (!s->k->error)
		s->k->error = err_fmt("data broken: %s bytes %llu to %llu of stream %u",
				      s->proto == L4_TCP ? "TCP" : "UDP", (unsigned long long)pos,
				      (unsigned long long)(pos + len), s->in.stream);
}

/* What was read, numbered by its reader: the stream itself may not be known yet. */
static void verify(struct ksock *s, const uint8_t *buf, uint64_t len, struct payload *got)
{
	*got = (struct payload){.stream = s->out | 1u << 31, .pos = s->got, .len = (uint32_t)len};
	if (!data_check(&s->in, buf, len)) {
		got->stream = 0; /* no stream has this number: the caller's check fails */
		broken(s, s->got, len);
	}
}

/* The buffer as written by its first user; where zero copy needs pages, in memory that has some. */
static struct data_buffer *buffer_of(struct ksock *s, struct ubuf buf, bool pages)
{
	struct linux_kernel *k = s->k;
	struct data_buffer *b;

	for (b = k->buffers; b; b = b->next)
		if (b->addr == buf.addr && b->len >= buf.len && !b->pages == !pages)
			return b;
	b = xcalloc(1, sizeof(*b));
	*b = (struct data_buffer){k->buffers, buf.addr, buf.len, NULL, s->out, s->sent};
	if (pages) {
		b->pages = k->c->user_memory(buf.len);
		if (!b->pages) {
			free(b);
			return NULL;
		}
	}
	data_fill(pages ? b->pages : (uint8_t *)buf.addr, s->out, s->sent, buf.len);
	k->buffers = b;
	return b;
}

/* --- data --- */

/* As a program does now and then: the kernel's word that pages are free again. */
static void completions(struct ksock *s)
{
	unsigned int first, last;

	if (++s->sends < COMPLETIONS)
		return;
	s->sends = 0;
	while (s->k->c->completion(s->fd, &first, &last) == 0)
		s->k->zerocopied += last - first + 1;
}

static int64_t send_pages(struct ksock *s, struct ubuf buf, unsigned int flags)
{
	struct data_buffer *b = buffer_of(s, buf, true);
	int64_t n = b ? s->k->c->sendto(s->fd, b->pages, buf.len, flags | MSG_ZEROCOPY, NULL, 0)
		      : -ENOMEM;

	if (n > 0)
		data_sent_buffer(s->out, s->sent, (uint64_t)n, b);
	completions(s);
	return n;
}

static int64_t op_send(struct ksock *s, struct ubuf buf, uint32_t flags)
{
	unsigned int f = (flags & KSEND_MORE ? MSG_MORE : 0) |
			 (flags & KSEND_DONTWAIT ? MSG_DONTWAIT : 0) | MSG_NOSIGNAL;
	int64_t n;

	kernel_linux_rest(s->k);
	if (s->zerocopy) {
		n = send_pages(s, buf, f);
	} else {
		data_fill((uint8_t *)buf.addr, s->out, s->sent, buf.len);
		n = s->k->c->sendto(s->fd, (void *)buf.addr, buf.len, f, NULL, 0);
	}
	kernel_linux_rest(s->k);
	if (n > 0)
		s->sent += (uint64_t)n;
	return n;
}

static int64_t op_sendfile(struct ksock *s, struct ubuf buf)
{
	struct data_buffer *b;
	int64_t n;

	kernel_linux_rest(s->k);
	b = buffer_of(s, buf, false);
	n = s->k->c->sendfile(s->fd, (void *)buf.addr, buf.len);
	kernel_linux_rest(s->k);
	if (n > 0) {
		data_sent_buffer(s->out, s->sent, (uint64_t)n, b);
		s->sent += (uint64_t)n;
	}
	return n;
}

static int64_t op_recv(struct ksock *s, struct ubuf buf, struct payload *got)
{
	int64_t n;

	kernel_linux_rest(s->k);
	n = s->k->c->recvfrom(s->fd, (void *)buf.addr, buf.len, 0, NULL, NULL);
	kernel_linux_rest(s->k);
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
	struct datagram d = {DATAGRAM_MAGIC, s->out, buf.len, s->sent};
	int64_t n;

	kernel_linux_rest(s->k);
	data_fill((uint8_t *)buf.addr, s->out, s->sent, buf.len);
	memcpy((void *)buf.addr, &d, buf.len < sizeof(d) ? buf.len : sizeof(d));
	n = s->k->c->sendto(s->fd, (void *)buf.addr, buf.len, MSG_NOSIGNAL,
			    machine_user_args(&a, sizeof(a)), sizeof(a));
	kernel_linux_rest(s->k);
	if (n > 0)
		s->sent += (uint64_t)n;
	return n;
}

/* A datagram of ours names itself; of others, and of less than a header, nothing is known. */
static void verify_datagram(struct ksock *s, const uint8_t *buf, uint64_t n, struct payload *got)
{
	struct datagram d = {0};

	memcpy(&d, buf, n < sizeof(d) ? n : sizeof(d));
	*got = (struct payload){.stream = s->out | 1u << 31, .pos = s->got, .len = (uint32_t)n};
	if (n < sizeof(d) || d.magic != DATAGRAM_MAGIC)
		return;
	*got = (struct payload){.stream = d.stream, .pos = d.pos, .len = (uint32_t)n};
	if (d.len == n &&
	    data_check_at(buf + sizeof(d), d.stream, d.pos + sizeof(d), n - sizeof(d)))
		return;
	got->stream = 0;
	s->in.stream = d.stream;
	broken(s, d.pos, d.len);
}

static int64_t op_recvfrom(struct ksock *s, struct ubuf buf, struct payload *got)
{
	int64_t n;

	kernel_linux_rest(s->k);
	n = s->k->c->recvfrom(s->fd, (void *)buf.addr, buf.len, 0, NULL, NULL);
	kernel_linux_rest(s->k);
	*got = (struct payload){0};
	if (n <= 0)
		return n;
	verify_datagram(s, (const uint8_t *)buf.addr, (uint64_t)n, got);
	s->got += (uint64_t)n;
	return n;
}

static int op_shutdown(struct ksock *s)
{
	kernel_linux_rest(s->k);
	return s->k->c->shutdown(s->fd, SHUT_WR);
}

static void op_close(struct ksock *s)
{
	kernel_linux_rest(s->k);
	close_it(s);
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
