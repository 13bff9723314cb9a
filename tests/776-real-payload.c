/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frames that a real kernel sends to a host made of stages are named by what they carry, over lost
 * and repeated segments and a sequence number that wraps; a wrong byte ends the simulation.
 */
#include "tests/tap.h"

#include <string.h>

#include "models/frame.h"
#include "nic_model/linux/kernel_data.h"
#include "nic_model/linux/payload.h"
#include "tests/child.h"

#define ISN 0xfffffff0u

static struct frame *frame(uint8_t flags, uint32_t stream, uint64_t pos, uint32_t len)
{
	static uint8_t buf[2048];
	struct frame *f = frame_new();

	f->h = (struct hdrs){.ethertype = 0x0800,
			     .saddr = 0x0a000001,
			     .daddr = 0x0a000002,
			     .ttl = 64,
			     .l4 = L4_TCP,
			     .sport = 1000,
			     .dport = 5001,
			     .flags = flags,
			     .wscale = -1,
			     .ts = true,
			     .seq = flags & TCPF_SYN ? ISN : ISN + 1 + (uint32_t)pos};
	f->pl.len = len;
	f->len = hdrs_len(&f->h) + len;
	frame_write(f, buf);
	data_fill(buf + f->len - len, stream, pos, len);
	assert_true(frame_read(f, buf, f->len));
	return f;
}

static void expect(uint32_t stream, uint64_t pos, uint32_t len)
{
	struct frame *f = frame(TCPF_ACK, stream, pos, len);

	payload_name(f);
	assert_int_equal(f->pl.stream, stream);
	assert_int_equal(f->pl.pos, pos);
	assert_int_equal(f->pl.len, len);
	frame_free(f);
}

static void named(void **state)
{
	uint32_t s = data_stream(), other = data_stream();
	struct frame *f = frame(TCPF_SYN, s, 0, 0);

	(void)state;
	payload_name(f);
	frame_free(f);
	expect(s, 0, 1448);
	expect(s, 2896, 1448); /* after the wrap, with a hole before it */
	expect(s, 1448, 1448);
	expect(s, 0, 1448); /* again */
	f = frame(TCPF_SYN, other, 0, 0);
	payload_name(f);
	frame_free(f);
	expect(other, 0, 100);
}

/* One buffer, sent again and again as a file is. */
static void file(void **state)
{
	uint32_t s = data_stream();
	struct data_buffer b = {.stream = s, .pos = 0};
	struct frame *f = frame(TCPF_SYN, s, 0, 0);
	uint8_t *at;

	(void)state;
	payload_name(f);
	frame_free(f);
	data_sent_buffer(s, 0, 1000, &b);
	data_sent_buffer(s, 1000, 1000, &b);
	expect(s, 0, 1000);
	f = frame(TCPF_ACK, s, 1000, 1000);
	at = f->bytes + f->len - 1000;
	data_fill(at, s, 0, 1000);
	payload_name(f);
	assert_int_equal(f->pl.stream, s);
	assert_int_equal(f->pl.pos, 1000);
	frame_free(f);
}

static void wrong(void *arg)
{
	uint32_t s = data_stream();
	struct frame *f = frame(TCPF_SYN, s, 0, 0);

	(void)arg;
	payload_name(f);
	f = frame(TCPF_ACK, s, 0, 100);
	payload_name(f);
	f = frame(TCPF_ACK, s, 100, 100);
	f->bytes[f->len - 1] ^= 1;
	payload_name(f);
}

static void wrong_byte(void **state)
{
	static struct child c;

	(void)state;
	child_run(&c, wrong, NULL);
	assert_int_not_equal(c.status, 0);
	assert_non_null(strstr(c.out, "data broken: 100 bytes at 100"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(named), cmocka_unit_test(file),
					   cmocka_unit_test(wrong_byte)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
