// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The pattern of what programs on real kernels send, and its check.
 *
 * Called by: kernel_sock.c, device.c. Calls: payload_byte() for streams that stages send.
 * Models: nothing; costs no simulated time. The pattern repeats after a prime of bytes: data that
 * is off by any round number shows.
 * Leaves out: datagrams that stages send.
 * Source: none.
 */
#include "nic_model/linux/kernel_data.h"

#include <stdlib.h>
#include <string.h>

#include "models/frame.h"
#include "models/sock.h"
#include "sim/check.h"

#define PERIOD	    65521u  /* the largest prime below 64 KiB */
#define STREAM_STEP 104729u /* a prime: streams begin at places of their own */
#define STREAMS_MAX 65536u
#define WINDOW_MAX  (1ull << 30) /* of TCP: further back nothing is sent again */

struct segment {
	struct segment *next;
	uint64_t pos, len;
	uint64_t content; /* place in the pattern */
};

static struct {
	struct segment *first, **end;
} sent[STREAMS_MAX];

static const uint8_t *pattern(void)
{
	static uint8_t table[2 * PERIOD];
	uint64_t x = 88172645463325252ull;

	if (table[0] || table[1] || table[2])
		return table;
	for (uint32_t i = 0; i < PERIOD; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		table[i] = table[i + PERIOD] = (uint8_t)(x >> 32);
	}
	return table;
}

static uint64_t place(uint32_t stream, uint64_t pos)
{
	return ((uint64_t)stream * STREAM_STEP + pos) % PERIOD;
}

uint32_t data_stream(void)
{
	/* Long gone are those whose numbers come again. */
	uint32_t s = 1 + (sock_new_stream() - 1) % (STREAMS_MAX - 1);
	struct segment *old;

	while ((old = sent[s].first)) {
		sent[s].first = old->next;
		free(old);
	}
	return s;
}

void data_fill(uint8_t *buf, uint32_t stream, uint64_t pos, uint64_t len)
{
	while (len) {
		uint64_t n = len < PERIOD ? len : PERIOD;

		memcpy(buf, pattern() + place(stream, pos), n);
		buf += n;
		pos += n;
		len -= n;
	}
}

void data_sent_buffer(uint32_t stream, uint64_t pos, uint64_t len, const struct data_buffer *b)
{
	struct segment *s = xcalloc(1, sizeof(*s));

	s->pos = pos;
	s->len = len;
	s->content = place(b->stream, b->pos);
	if (!sent[stream].first)
		sent[stream].end = &sent[stream].first;
	*sent[stream].end = s;
	sent[stream].end = &s->next;
}

static bool same(const uint8_t *buf, uint64_t content, uint64_t len)
{
	while (len) {
		uint64_t n = len < PERIOD ? len : PERIOD;

		if (memcmp(buf, pattern() + content % PERIOD, n))
			return false;
		buf += n;
		content += n;
		len -= n;
	}
	return true;
}

bool data_check_at(const uint8_t *buf, uint32_t stream, uint64_t pos, uint64_t len)
{
	return same(buf, place(stream, pos), len);
}

/* The first segment that ends after pos; those go that ended more than `keep` bytes before. */
static struct segment *segment_at(uint32_t stream, uint64_t pos, uint64_t keep)
{
	struct segment *s;

	while ((s = sent[stream].first) && s->pos + s->len + keep <= pos) {
		sent[stream].first = s->next;
		free(s);
	}
	while (s && s->pos + s->len <= pos)
		s = s->next;
	return s;
}

static bool check_own(uint32_t stream, const uint8_t *buf, uint64_t pos, uint64_t len,
		      uint64_t keep)
{
	while (len) {
		struct segment *s = segment_at(stream, pos, keep);
		uint64_t n = len;
		bool good;

		if (s && s->pos <= pos) {
			n = s->pos + s->len - pos < len ? s->pos + s->len - pos : len;
			good = same(buf, s->content + (pos - s->pos), n);
		} else {
			n = s && s->pos - pos < len ? s->pos - pos : len;
			good = data_check_at(buf, stream, pos, n);
		}
		if (!good)
			return false;
		buf += n;
		pos += n;
		len -= n;
	}
	return true;
}

bool data_check_again(uint32_t stream, const uint8_t *buf, uint64_t pos, uint64_t len)
{
	return check_own(stream, buf, pos, len, WINDOW_MAX);
}

static bool check_stages(uint32_t stream, const uint8_t *buf, uint64_t pos, uint64_t len)
{
	for (uint64_t i = 0; i < len; i++)
		if (buf[i] != payload_byte(stream, pos + i))
			return false;
	return true;
}

/* Sixteen bytes agree by chance once in 2^112 over all streams. */
uint32_t data_find(const uint8_t head[16])
{
	for (uint32_t s = 1; s < STREAMS_MAX; s++)
		if (data_check_at(head, s, 0, 16))
			return s;
	return 0;
}

static void find(struct data_reader *r)
{
	r->stream = data_find(r->head);
	if (r->stream)
		return;
	for (uint32_t s = 1; s < STREAMS_MAX; s++) {
		if (check_stages(s, r->head, 0, sizeof(r->head))) {
			r->stream = s;
			r->stages = true;
			return;
		}
	}
	r->stream = DATA_FOREIGN;
}

bool data_check(struct data_reader *r, const uint8_t *buf, uint64_t len)
{
	uint64_t from = r->got;

	r->got += len;
	if (from < sizeof(r->head)) {
		uint64_t room = sizeof(r->head) - from;

		memcpy(r->head + from, buf, len < room ? len : room);
		if (r->got < sizeof(r->head))
			return true;
		find(r);
	}
	if (r->stream == DATA_FOREIGN)
		return true;
	return r->stages ? check_stages(r->stream, buf, from, len)
			 : check_own(r->stream, buf, from, len, 0);
}
