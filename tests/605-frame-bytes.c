/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A frame written to bytes has right checksums (RFC 1071: the sum over all with
 * the checksum is 0xffff) and reads back as the same headers; a bad one does not
 * verify; truncated ones are refused and never read beyond their end.
 */
#include "tests/tap.h"

#include <string.h>

#include "models/frame.h"
#include "sim/check.h"
#include "sim/rng.h"

static uint32_t sum(const uint8_t *b, uint32_t len, uint32_t s)
{
	for (uint32_t i = 0; i < len; i++)
		s += i & 1 ? b[i] : (uint32_t)b[i] << 8;
	while (s >> 16)
		s = (s & 0xffff) + (s >> 16);
	return s;
}

static uint32_t l4_sum(const struct frame *f, const uint8_t *b)
{
	uint32_t l3 = hdrs_l2_len(&f->h), len = hdrs_l4_len(&f->h) + f->pl.len;

	return sum(b + l3 + 20, len, sum(b + l3 + 12, 8, f->h.l4 + len));
}

static void random_frame(struct frame *f, struct rng *r)
{
	struct hdrs *h = &f->h;

	*h = (struct hdrs){.ethertype = 0x0800, .ttl = 64, .wscale = -1};
	h->vlan = rng_chance(r, 0.3) ? (uint16_t)(1 + rng_below(r, 4094)) : 0;
	h->saddr = (uint32_t)rng_below(r, UINT32_MAX);
	h->daddr = (uint32_t)rng_below(r, UINT32_MAX);
	h->ip_id = (uint16_t)rng_below(r, 65536);
	h->sport = (uint16_t)rng_below(r, 65536);
	h->dport = (uint16_t)rng_below(r, 65536);
	h->l4 = rng_chance(r, 0.5) ? L4_TCP : L4_UDP;
	f->pl = (struct payload){3, (uint32_t)rng_below(r, 1400), rng_below(r, 1u << 30)};
	if (h->l4 == L4_UDP)
		return;
	h->seq = (uint32_t)rng_below(r, UINT32_MAX);
	h->ack = (uint32_t)rng_below(r, UINT32_MAX);
	h->flags = (uint8_t)rng_below(r, 32);
	h->window = (uint16_t)rng_below(r, 65536);
	h->mss = rng_chance(r, 0.3) ? 1460 : 0;
	h->wscale = rng_chance(r, 0.3) ? (int8_t)rng_below(r, 15) : -1;
	h->sack_ok = rng_chance(r, 0.3);
	h->ts = rng_chance(r, 0.5);
	if (h->ts) {
		h->tsval = (uint32_t)rng_below(r, UINT32_MAX);
		h->tsecr = (uint32_t)rng_below(r, UINT32_MAX);
	}
	if (h->mss || h->wscale >= 0 || h->sack_ok)
		return;
	h->sacks = (uint8_t)rng_below(r, h->ts ? 4 : 5);
	for (int i = 0; i < h->sacks; i++) {
		h->sack[i].start = (uint32_t)rng_below(r, UINT32_MAX);
		h->sack[i].end = (uint32_t)rng_below(r, UINT32_MAX);
	}
}

static void check_one(struct rng *r)
{
	struct frame *f = frame_new(), *g = frame_new();
	uint8_t *b;

	random_frame(f, r);
	f->len = hdrs_len(&f->h) + f->pl.len;
	if (f->len < 60)
		f->len = 60;
	b = xmalloc(f->len);
	frame_write(f, b);
	assert_int_equal(sum(b + hdrs_l2_len(&f->h), 20, 0), 0xffff);
	assert_int_equal(l4_sum(f, b), 0xffff);
	for (uint32_t i = 0; i < f->pl.len; i++)
		assert_int_equal(b[hdrs_len(&f->h) + i], payload_byte(3, f->pl.pos + i));
	assert_true(frame_read(g, b, f->len));
	assert_int_equal(g->pl.len, f->pl.len);
	assert_memory_equal(&g->h, &f->h, sizeof(f->h));
	f->bad = true;
	frame_write(f, b);
	assert_int_not_equal(l4_sum(f, b), 0xffff);
	for (uint32_t n = 0; n < hdrs_len(&f->h) + f->pl.len; n += 7) {
		uint8_t *part = xmalloc(n + 1);

		memcpy(part, b, n);
		assert_false(frame_read(g, part, n));
		free(part);
	}
	free(b);
	frame_free(f);
	frame_free(g);
}

static void test(void **state)
{
	struct rng *r = rng_new(1, "frames");

	(void)state;
	for (int i = 0; i < 2000; i++)
		check_one(r);
	assert_int_equal(frames_live(), 0);
}

int main(void)
{
	return RUN_ONE(test);
}
