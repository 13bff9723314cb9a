/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stream workloads share: buffers, connections, the integrity check. */
#include <string.h>

#include "models/app/app.h"
#include "sim/check.h"

void app_ring_init(struct app_ring *r, struct kernel *k, uint32_t bytes, unsigned int count)
{
	r->buf = xcalloc(count, sizeof(*r->buf));
	r->count = count;
	r->at = 0;
	for (unsigned int i = 0; i < count; i++)
		r->buf[i] = (struct ubuf){ k->ops->user_memory(k, bytes), bytes };
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

	setup(a, e, l);	/* buffers are inherited, and scale the window */
	err = k->bind(l, 0, port);
	if (!err)
		err = k->listen(l);
	if (err) {
		app_fail(a, "bind or listen: %s", strerror(-err));
		return NULL;
	}
	s = k->accept(l);
	if (!s)
		app_fail(a, "accept failed");
	return s;
}

struct ksock *app_connect(struct app *a, struct app_end *e, uint32_t ip, uint16_t port,
			  app_setup *setup)
{
	const struct kernel_ops *k = e->kernel->ops;
	struct ksock *s = k->socket(e->kernel, L4_TCP);
	int err;

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
		app_fail(a, "data broken: %lld bytes of stream %u at %llu, expected stream %u at %llu",
			 (long long)n, got->stream, (unsigned long long)got->pos, f->stream,
			 (unsigned long long)f->pos);
		return false;
	}
	f->pos += (uint64_t)n;
	return true;
}
