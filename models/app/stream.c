/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stream workloads share: buffers, connections, the integrity check.
 *
 * Called by: netperf*.c, loopback_transfer.c.  Calls: models/kernel.h, models/host.
 * Models: a ring of user buffers; a client that waits for its server to listen.
 * Leaves out: what a program computes between its calls (nothing).
 * Source: netperf 2.4 nettest_bsd.c.
 */
#include <string.h>

#include "models/app/app.h"
#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/sched.h"
#include "sim/check.h"

#define PAGE	     4096u
#define MALLOC_CHUNK 16u /* glibc on 64-bit: header and alignment of a small block */
#define LISTEN_WAIT  SIM_US(100)

uint64_t app_memory(struct app *a, const struct app_end *e, uint64_t bytes)
{
	uint64_t addr = e->kernel->ops->user_memory(e->kernel, bytes);

	if (addr)
		return addr;
	app_fail(a, "host %s has no %llu bytes of user memory left for its programs' buffers",
		 host_name(e->kernel->host), (unsigned long long)bytes);
	return e->kernel->ops->user_memory(e->kernel, 0);
}

/* Small buffers lie one after the other, as malloc() gives them. */
void app_ring_init(struct app_ring *r, struct app *a, const struct app_end *e, uint32_t bytes,
		   unsigned int count)
{
	uint64_t step = bytes < PAGE ? (bytes + 2ull * MALLOC_CHUNK - 1) & ~(MALLOC_CHUNK - 1ull)
				     : (bytes + PAGE - 1ull) & ~(PAGE - 1ull);
	uint64_t addr = app_memory(a, e, step * count);

	r->buf = xcalloc(count, sizeof(*r->buf));
	r->count = count;
	r->at = 0;
	for (unsigned int i = 0; i < count; i++)
		r->buf[i] = (struct ubuf){addr + i * step, bytes};
}

struct ubuf app_ring_next(struct app_ring *r)
{
	struct ubuf b = r->buf[r->at];

	r->at = (r->at + 1) % r->count;
	return b;
}

struct ksock *app_accept(struct app *a, struct app_end *e, uint16_t port, app_setup *setup)
{
	const struct kernel_ops *k = e->kernel->ops;
	struct ksock *l = k->socket(e->kernel, L4_TCP), *s;
	int err;

	setup(a, e, l); /* buffers are inherited, and scale the window */
	err = k->bind(l, 0, port);
	if (!err)
		err = k->listen(l);
	if (err) {
		app_fail(a, "bind or listen: %s", strerror(-err));
		return NULL;
	}
	a->listening[(port - a->port) / 64] |= 1ull << (port - a->port) % 64;
	s = k->accept(l);
	if (!s)
		app_fail(a, "accept failed");
	return s;
}

static void wait_listening(const struct app *a, uint16_t port)
{
	unsigned int i = (uint16_t)(port - a->port);

	while (!(a->listening[i / 64] >> i % 64 & 1) && !a->failed)
		task_delay(LISTEN_WAIT);
}

struct ksock *app_connect(struct app *a, struct app_end *e, uint32_t ip, uint16_t port,
			  app_setup *setup)
{
	const struct kernel_ops *k = e->kernel->ops;
	struct ksock *s = k->socket(e->kernel, L4_TCP);
	int err;

	wait_listening(a, port);
	setup(a, e, s);
	err = k->connect(s, ip, port);
	if (!err)
		return s;
	app_fail(a, "connect: %s", strerror(-err));
	return NULL;
}

bool app_follow(struct app *a, struct app_follow *f, const struct payload *got, int64_t n)
{
	if (!f->begun) {
		f->begun = true;
		f->stream = got->stream;
		f->pos = 0;
	}
	if (got->stream != f->stream || got->pos != f->pos || got->len != (uint64_t)n) {
		app_fail(a,
			 "data broken: %lld bytes of stream %u at %llu, expected stream %u at %llu",
			 (long long)n, got->stream, (unsigned long long)got->pos, f->stream,
			 (unsigned long long)f->pos);
		return false;
	}
	f->pos += (uint64_t)n;
	return true;
}
