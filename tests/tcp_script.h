/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Segments as scripts write them, after tcpdump and packetdrill:
 *
 *	FLAGS [SEQ:END] [ack N] [win N] [mss N] [wscale N] [sackOK] [ts V E] [sack A:B ...]
 *
 * FLAGS: letters of S F R P and "." for ACK.  Sequence numbers count from each
 * side's SYN (data starts at 1), windows are bytes, timestamps milliseconds.
 * What an expected segment does not mention is not compared, PSH neither unless
 * it asks for P.
 */
#ifndef NICPATH_TESTS_TCP_SCRIPT_H
#define NICPATH_TESTS_TCP_SCRIPT_H

#include "tests/tcp_host.h"

struct seg {
	bool has_seq, has_ack, has_win, has_ts, wants_psh, no_options;
	uint8_t flags;
	uint32_t seq, len, ack, win, tsval, tsecr;
	uint16_t mss;
	int wscale;
	bool sack_ok;
	unsigned int sacks;
	struct tcp_range sack[TCP_SACK_BLOCKS];
};

static inline uint8_t seg_flags(const char *word)
{
	uint8_t flags = 0;

	for (; *word; word++) {
		switch (*word) {
		case 'S':
			flags |= TCPF_SYN;
			break;
		case 'F':
			flags |= TCPF_FIN;
			break;
		case 'R':
			flags |= TCPF_RST;
			break;
		case 'P':
			flags |= TCPF_PSH;
			break;
		case '.':
			flags |= TCPF_ACK;
			break;
		default:
			fail_msg("bad flag '%c'", *word);
		}
	}
	return flags;
}

static inline uint32_t seg_number(char **save)
{
	char *word = strtok_r(NULL, " ", save);

	if (!word)
		fail_msg("a number is missing");
	return (uint32_t)strtoul(word, NULL, 0);
}

/* "A:B" */
static inline struct tcp_range seg_range(const char *word)
{
	struct tcp_range r;

	if (sscanf(word, "%u:%u", &r.start, &r.end) != 2)
		fail_msg("'%s' is no range", word);
	return r;
}

static inline void seg_word(struct seg *s, char *word, char **save)
{
	if (!strcmp(word, "ack")) {
		s->has_ack = true;
		s->ack = seg_number(save);
	} else if (!strcmp(word, "win")) {
		s->has_win = true;
		s->win = seg_number(save);
	} else if (!strcmp(word, "mss")) {
		s->mss = (uint16_t)seg_number(save);
	} else if (!strcmp(word, "wscale")) {
		s->wscale = (int)seg_number(save);
	} else if (!strcmp(word, "sackOK")) {
		s->sack_ok = true;
	} else if (!strcmp(word, "ts")) {
		s->has_ts = true;
		s->tsval = seg_number(save);
		s->tsecr = seg_number(save);
	} else if (!strcmp(word, "sack")) {
		while ((word = strtok_r(NULL, " ", save))) {
			assert_true(s->sacks < TCP_SACK_BLOCKS);
			s->sack[s->sacks++] = seg_range(word);
		}
	} else if (strchr(word, ':')) {
		struct tcp_range r = seg_range(word);

		s->has_seq = true;
		s->seq = r.start;
		s->len = r.end - r.start;
	} else {
		fail_msg("'%s' is not understood", word);
	}
}

static inline struct seg seg_parse(const char *text)
{
	struct seg s = {.wscale = -1};
	char *copy = xstrdup(text), *save, *word = strtok_r(copy, " ", &save);

	s.flags = seg_flags(word);
	s.wants_psh = s.flags & TCPF_PSH;
	while ((word = strtok_r(NULL, " ", &save)))
		seg_word(&s, word, &save);
	free(copy);
	return s;
}

/* A frame in the script's notation; isn: of its sender, peer: of its receiver. */
static inline char *seg_print(const struct frame *f, uint32_t isn, uint32_t peer,
			      unsigned int scale)
{
	const struct hdrs *h = &f->h;
	char flags[8] = "", *out, *more;
	uint32_t seq = h->seq - isn;

	if (h->flags & TCPF_SYN)
		strcat(flags, "S");
	if (h->flags & TCPF_FIN)
		strcat(flags, "F");
	if (h->flags & TCPF_RST)
		strcat(flags, "R");
	if (h->flags & TCPF_PSH)
		strcat(flags, "P");
	if (h->flags & TCPF_ACK)
		strcat(flags, ".");
	out = xasprintf("%s %u:%u ack %u win %u", flags, seq, seq + f->pl.len,
			h->flags & TCPF_ACK ? h->ack - peer : 0, (unsigned int)h->window << scale);
	if (h->ts) {
		more = xasprintf("%s ts %u %u", out, h->tsval, h->tsecr);
		free(out);
		out = more;
	}
	for (int i = 0; i < h->sacks; i++) {
		more = xasprintf("%s%s %u:%u", out, i ? "" : " sack", h->sack[i].start - peer,
				 h->sack[i].end - peer);
		free(out);
		out = more;
	}
	return out;
}

static inline bool seg_sacks_match(const struct seg *s, const struct hdrs *h, uint32_t peer)
{
	if (s->sacks != h->sacks)
		return false;
	for (unsigned int i = 0; i < s->sacks; i++) {
		if (s->sack[i].start != h->sack[i].start - peer ||
		    s->sack[i].end != h->sack[i].end - peer)
			return false;
	}
	return true;
}

/* Is the frame what the script wants? */
static inline bool seg_match(const struct seg *s, const struct frame *f, uint32_t isn,
			     uint32_t peer, unsigned int scale)
{
	const struct hdrs *h = &f->h;
	uint8_t flags = h->flags;

	if (!s->wants_psh)
		flags &= (uint8_t)~TCPF_PSH;
	if (flags != s->flags)
		return false;
	if (s->has_seq && (h->seq - isn != s->seq || f->pl.len != s->len))
		return false;
	if (!s->has_seq && !(flags & (TCPF_SYN | TCPF_FIN | TCPF_RST)) && f->pl.len)
		return false;
	if (s->has_ack && h->ack - peer != s->ack)
		return false;
	if (s->has_win && (uint32_t)h->window << scale != s->win)
		return false;
	if (s->mss && s->mss != h->mss)
		return false;
	if (s->wscale >= 0 && s->wscale != h->wscale)
		return false;
	if ((s->sack_ok && !h->sack_ok) ||
	    (s->has_ts && (!h->ts || (s->tsecr && s->tsecr != h->tsecr))))
		return false;
	return seg_sacks_match(s, h, peer);
}

#endif
