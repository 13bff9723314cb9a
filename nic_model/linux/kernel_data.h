/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What programs on real kernels send, and the check of every byte where it arrives.
 *
 * A stream's bytes are those of a fixed pattern, from a place of the stream's own on. Buffers that
 * are sent without a copy (files, MSG_ZEROCOPY) are written once and never again; where in the
 * stream they went is kept until the reader has been there.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_KERNEL_DATA_H
#define NICPATH_NIC_MODEL_LINUX_KERNEL_DATA_H

#include <stdbool.h>
#include <stdint.h>

/* A new stream's number, unique among all hosts of the simulation; stages take theirs from the same
 * ones. */
uint32_t data_stream(void);

/* The bytes pos.. of a stream. */
void data_fill(uint8_t *buf, uint32_t stream, uint64_t pos, uint64_t len);

/* A buffer of a host's that is written once: bytes `pos`.. of `stream`, its first user. */
struct data_buffer {
	struct data_buffer *next;
	uint64_t addr, len;
	void *pages; /* where its bytes really are; NULL: at addr */
	uint32_t stream;
	uint64_t pos;
};

/* len bytes from the start of a buffer are bytes pos.. of the stream. */
void data_sent_buffer(uint32_t stream, uint64_t pos, uint64_t len, const struct data_buffer *b);

/* A reader. Zeroed: nothing read yet. */
struct data_reader {
	uint32_t stream;  /* 0: not known yet; DATA_FOREIGN: no pattern of ours */
	uint8_t head[16]; /* first bytes, by which it is found */
	uint64_t got;
	bool stages; /* the sender's kernel is made of stages */
};
#define DATA_FOREIGN UINT32_MAX

/* The next len bytes. False: one of them is wrong. */
bool data_check(struct data_reader *r, const uint8_t *buf, uint64_t len);
/*
 * The stream that begins with these 16 bytes; 0: none that a real kernel's program has sent. And
 * its bytes pos.. where no reader follows it: they may be looked at again (retransmissions).
 */
uint32_t data_find(const uint8_t head[16]);
bool data_check_again(uint32_t stream, const uint8_t *buf, uint64_t pos, uint64_t len);
/* Bytes pos.. of a stream that is known by number. */
bool data_check_at(const uint8_t *buf, uint32_t stream, uint64_t pos, uint64_t len);

#endif
