/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frames: a pool of them, their header lengths, and their bytes.
 *
 * Called by: NIC models, the wire, pcap, hosts that run real code
 * Calls: nothing
 * Models: Ethernet II, one VLAN tag, IPv4 without options, TCP with the options
 *	in the order in which Linux writes them, UDP; checksums of RFC 791, 793, 768
 * Leaves out: IP options and fragments, IPv6
 * Source: RFC 791, 793, 768, 1071, 2018, 7323; IEEE 802.3, 802.1Q
 */
#include "models/frame.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/stall.h"

#define IP_BYTES 20u

static struct frame *pool;
static uint64_t live;

uint8_t payload_byte(uint32_t stream, uint64_t pos)
{
	uint64_t x = pos + stream * 0x9e3779b97f4a7c15ull;

	x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9ull;
	return (uint8_t)(x >> 56);
}

static uint32_t tcp_options_len(const struct hdrs *h)
{
	uint32_t n = 0;

	if (h->mss)
		n += 4;
	if (h->ts)
		n += 12;
	else if (h->sack_ok)
		n += 4;
	if (h->wscale >= 0)
		n += 4;
	if (h->sacks)
		n += 4 + 8u * h->sacks;
	return n;
}

uint32_t hdrs_l2_len(const struct hdrs *h)
{
	return h->vlan ? 18 : 14;
}

uint32_t hdrs_l3_len(const struct hdrs *h)
{
	(void)h;
	return IP_BYTES;
}

uint32_t hdrs_l4_len(const struct hdrs *h)
{
	switch (h->l4) {
	case L4_TCP:
		return 20 + tcp_options_len(h);
	case L4_UDP:
		return 8;
	default:
		return 0;
	}
}

struct frame *frame_new(void)
{
	struct frame *f = pool;

	if (f)
		pool = f->next;
	else
		f = xmalloc(sizeof(*f));
	memset(f, 0, sizeof(*f));
	f->h.wscale = -1;
	live++;
	return f;
}

struct frame *frame_copy(const struct frame *f)
{
	struct frame *c = frame_new();

	*c = *f;
	c->next = NULL;
	if (f->bytes) {
		c->bytes = xmalloc(f->len);
		memcpy(c->bytes, f->bytes, f->len);
	}
	return c;
}

void frame_free(struct frame *f)
{
	if (!f)
		return;
	sim_assert(live > 0);
	free(f->bytes);
	f->bytes = NULL;
	f->next = pool;
	pool = f;
	live--;
	sim_progress(); /* one has got where it was going */
}

const uint64_t *frames_live_counter(void)
{
	return &live;
}

uint64_t frames_live(void)
{
	return live;
}

static uint8_t *put16(uint8_t *b, uint32_t v)
{
	b[0] = (uint8_t)(v >> 8);
	b[1] = (uint8_t)v;
	return b + 2;
}

static uint8_t *put32(uint8_t *b, uint32_t v)
{
	return put16(put16(b, v >> 16), v & 0xffff);
}

static uint32_t get16(const uint8_t *b)
{
	return (uint32_t)b[0] << 8 | b[1];
}

static uint32_t get32(const uint8_t *b)
{
	return get16(b) << 16 | get16(b + 2);
}

static uint32_t sum16(const uint8_t *b, uint32_t len, uint32_t sum)
{
	for (; len > 1; b += 2, len -= 2)
		sum += get16(b);
	if (len)
		sum += (uint32_t)*b << 8;
	return sum;
}

static uint16_t fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

/* len: TCP or UDP header and payload. The checksum field must be zero. */
static uint16_t l4_checksum(const struct hdrs *h, const uint8_t *l4, uint32_t len)
{
	uint32_t sum = (h->saddr >> 16) + (h->saddr & 0xffff) + (h->daddr >> 16) +
		       (h->daddr & 0xffff) + h->l4 + len;
	uint16_t c = fold(sum16(l4, len, sum));

	return h->l4 == L4_UDP && c == 0 ? 0xffff : c;
}

static uint8_t *write_ip(const struct hdrs *h, uint8_t *b, uint32_t total)
{
	uint8_t *ip = b;

	*b++ = 0x45;
	*b++ = h->tos;
	b = put16(b, total > 0xffff ? 0xffff : total);
	b = put16(b, h->ip_id);
	b = put16(b, 0x4000); /* do not fragment */
	*b++ = h->ttl;
	*b++ = h->l4;
	b = put16(b, 0);
	b = put32(b, h->saddr);
	b = put32(b, h->daddr);
	put16(ip + 10, fold(sum16(ip, IP_BYTES, 0)));
	return b;
}

static uint8_t *write_timestamps(const struct hdrs *h, uint8_t *b)
{
	if (h->sack_ok) {
		*b++ = 4;
		*b++ = 2;
	} else {
		*b++ = 1;
		*b++ = 1;
	}
	*b++ = 8;
	*b++ = 10;
	b = put32(b, h->tsval);
	return put32(b, h->tsecr);
}

static uint8_t *write_options(const struct hdrs *h, uint8_t *b)
{
	if (h->mss) {
		*b++ = 2;
		*b++ = 4;
		b = put16(b, h->mss);
	}
	if (h->ts)
		b = write_timestamps(h, b);
	else if (h->sack_ok)
		b = put32(b, 0x01010402);
	if (h->wscale >= 0)
		b = put32(b, 0x01030300u | (uint32_t)h->wscale);
	if (h->sacks) {
		b = put16(b, 0x0101);
		*b++ = 5;
		*b++ = (uint8_t)(2 + 8 * h->sacks);
	}
	for (unsigned int i = 0; i < h->sacks; i++)
		b = put32(put32(b, h->sack[i].start), h->sack[i].end);
	return b;
}

static uint8_t *write_tcp(const struct hdrs *h, uint8_t *b)
{
	b = put16(b, h->sport);
	b = put16(b, h->dport);
	b = put32(b, h->seq);
	b = put32(b, h->ack);
	*b++ = (uint8_t)(hdrs_l4_len(h) / 4 << 4);
	*b++ = h->flags;
	b = put16(b, h->window);
	b = put32(b, 0);
	return write_options(h, b);
}

static uint8_t *write_udp(const struct hdrs *h, uint8_t *b, uint32_t len)
{
	b = put16(b, h->sport);
	b = put16(b, h->dport);
	b = put16(b, len > 0xffff ? 0xffff : len);
	return put16(b, 0);
}

static uint8_t *write_eth(const struct hdrs *h, uint8_t *b)
{
	memcpy(b, h->eth_dst, 6);
	memcpy(b + 6, h->eth_src, 6);
	b += 12;
	if (h->vlan)
		b = put16(put16(b, 0x8100), h->vlan);
	return put16(b, h->ethertype);
}

void frame_write(const struct frame *f, uint8_t *buf)
{
	const struct hdrs *h = &f->h;
	uint32_t l4_len = hdrs_l4_len(h) + f->pl.len;
	uint8_t *l4, *b;

	if (f->bytes) {
		memcpy(buf, f->bytes, f->len);
		return;
	}
	memset(buf, 0, f->len);
	l4 = write_ip(h, write_eth(h, buf), IP_BYTES + l4_len);
	b = h->l4 == L4_TCP ? write_tcp(h, l4) : h->l4 == L4_UDP ? write_udp(h, l4, l4_len) : l4;
	for (uint32_t i = 0; i < f->pl.len; i++)
		b[i] = payload_byte(f->pl.stream, f->pl.pos + i);
	if (h->l4 != L4_TCP && h->l4 != L4_UDP)
		return;

	uint16_t c = l4_checksum(h, l4, l4_len);

	put16(l4 + (h->l4 == L4_TCP ? 16 : 6), f->bad ? c ^ 0x5555u : c);
}

static void read_sack(struct hdrs *h, const uint8_t *b, uint32_t len)
{
	h->sacks = 0;
	for (uint32_t i = 2; i + 8 <= len && h->sacks < TCP_SACK_BLOCKS; i += 8) {
		h->sack[h->sacks].start = get32(b + i);
		h->sack[h->sacks].end = get32(b + i + 4);
		h->sacks++;
	}
}

static void read_option(struct hdrs *h, const uint8_t *b, uint32_t len)
{
	switch (b[0]) {
	case 2:
		if (len == 4)
			h->mss = (uint16_t)get16(b + 2);
		break;
	case 3:
		if (len == 3)
			h->wscale = b[2] > 14 ? 14 : (int8_t)b[2];
		break;
	case 4:
		h->sack_ok = true;
		break;
	case 5:
		read_sack(h, b, len);
		break;
	case 8:
		if (len == 10) {
			h->ts = true;
			h->tsval = get32(b + 2);
			h->tsecr = get32(b + 6);
		}
		break;
	}
}

/* False when the options do not fit into their room. */
static bool read_options(struct hdrs *h, const uint8_t *b, uint32_t room)
{
	uint32_t i = 0;

	while (i < room && b[i] != 0) {
		if (b[i] == 1) {
			i++;
			continue;
		}
		if (i + 1 >= room || b[i + 1] < 2 || i + b[i + 1] > room)
			return false;
		read_option(h, b + i, b[i + 1]);
		i += b[i + 1];
	}
	return true;
}

static bool read_tcp(struct frame *f, const uint8_t *b, uint32_t len)
{
	struct hdrs *h = &f->h;
	uint32_t hlen;

	if (len < 20)
		return false;
	hlen = (uint32_t)(b[12] >> 4) * 4;
	if (hlen < 20 || hlen > len)
		return false;
	h->sport = (uint16_t)get16(b);
	h->dport = (uint16_t)get16(b + 2);
	h->seq = get32(b + 4);
	h->ack = get32(b + 8);
	h->flags = b[13];
	h->window = (uint16_t)get16(b + 14);
	f->pl.len = len - hlen;
	return read_options(h, b + 20, hlen - 20);
}

static bool read_udp(struct frame *f, const uint8_t *b, uint32_t len)
{
	uint32_t ulen;

	if (len < 8)
		return false;
	ulen = get16(b + 4);
	if (ulen < 8 || ulen > len)
		return false;
	f->h.sport = (uint16_t)get16(b);
	f->h.dport = (uint16_t)get16(b + 2);
	f->pl.len = ulen - 8;
	return true;
}

/* b: after the Ethernet header, with len bytes. */
static bool read_ip(struct frame *f, const uint8_t *b, uint32_t len)
{
	struct hdrs *h = &f->h;
	uint32_t hlen, total;

	if (len < IP_BYTES || b[0] >> 4 != 4)
		return false;
	hlen = (uint32_t)(b[0] & 15) * 4;
	total = get16(b + 2);
	if (hlen < IP_BYTES || total < hlen || total > len)
		return false;
	h->tos = b[1];
	h->ip_id = (uint16_t)get16(b + 4);
	h->ttl = b[8];
	h->l4 = b[9];
	h->saddr = get32(b + 12);
	h->daddr = get32(b + 16);
	if (get16(b + 6) & 0x3fff) /* a fragment */
		return false;
	if (h->l4 == L4_TCP)
		return read_tcp(f, b + hlen, total - hlen);
	return h->l4 == L4_UDP && read_udp(f, b + hlen, total - hlen);
}

bool frame_read(struct frame *f, const uint8_t *buf, uint32_t len)
{
	struct hdrs *h = &f->h;
	uint32_t off = 12;

	free(f->bytes);
	f->bytes = xmalloc(len ? len : 1);
	memcpy(f->bytes, buf, len);
	f->len = len;
	memset(h, 0, sizeof(*h));
	h->wscale = -1;
	f->pl = (struct payload){0};
	if (len < 14)
		return false;
	memcpy(h->eth_dst, buf, 6);
	memcpy(h->eth_src, buf + 6, 6);
	if (get16(buf + off) == 0x8100 && len >= 18) {
		h->vlan = (uint16_t)get16(buf + 14);
		off += 4;
	}
	h->ethertype = (uint16_t)get16(buf + off);
	off += 2;
	return h->ethertype == 0x0800 && read_ip(f, buf + off, len - off);
}
