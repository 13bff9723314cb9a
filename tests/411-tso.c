/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Segmentation, field by field and byte by byte: a large frame comes out as the
 * frames that a sender without TSO would have made.
 */
#include "tests/nic_fake.h"

#include "nic_model/offload.h"

#define MSS	1448u
#define PAYLOAD (3 * MSS + 100)

static struct frame *big(void)
{
	struct frame *f = fake_frame(PAYLOAD, 5000);

	f->h.ip_id = 0xfffe;
	f->h.flags = TCPF_ACK | TCPF_PSH | TCPF_FIN | TCPF_CWR;
	return f;
}

/* The i-th segment, made by hand. */
static struct frame *expected(uint32_t i, uint32_t segments)
{
	struct frame *f = big();

	f->h.seq += i * MSS;
	f->h.ip_id = (uint16_t)(0xfffe + i);
	f->h.flags = TCPF_ACK;
	if (i == 0)
		f->h.flags |= TCPF_CWR;
	if (i == segments - 1)
		f->h.flags |= TCPF_PSH | TCPF_FIN;
	f->pl.pos += i * MSS;
	f->pl.len = i == segments - 1 ? PAYLOAD - i * MSS : MSS;
	f->len = hdrs_len(&f->h) + f->pl.len;
	return f;
}

static void fields(void **state)
{
	struct tso t;
	uint32_t i;

	(void)state;
	tso_start(&t, big(), MSS);
	for (i = 0; i < 4; i++) {
		struct frame *f = tso_next(&t), *want = expected(i, 4);

		assert_non_null(f);
		assert_int_equal(f->len, want->len);
		assert_memory_equal(&f->h, &want->h, sizeof(f->h));
		assert_memory_equal(&f->pl, &want->pl, sizeof(f->pl));
		frame_free(f);
		frame_free(want);
	}
	assert_null(tso_next(&t));
	assert_int_equal(tso_frames(PAYLOAD, MSS), 4);
	assert_int_equal(frames_live(), 0);
}

static void bytes(void **state)
{
	static uint8_t buf[8192], want[2048];
	struct frame *src = big(), *raw = frame_new();
	struct tso t;
	uint32_t i;

	(void)state;
	frame_write(src, buf);
	assert_true(frame_read(raw, buf, src->len));
	frame_free(src);
	tso_start(&t, raw, MSS);
	for (i = 0; i < 4; i++) {
		struct frame *f = tso_next(&t), *e = expected(i, 4);

		frame_write(e, want);
		assert_int_equal(f->len, e->len);
		assert_memory_equal(f->bytes, want, e->len);
		assert_true(offload_rx_csum_ok(f));
		f->bytes[100] ^= 1;
		assert_false(offload_rx_csum_ok(f));
		frame_free(f);
		frame_free(e);
	}
	assert_null(tso_next(&t));
	assert_int_equal(frames_live(), 0);
}

/* What fits in one frame, and what is not TCP, passes as it is. */
static void whole(void **state)
{
	struct frame *f = fake_frame(MSS, 1), *u = fake_frame(4000, 1), *out;
	struct tso t;

	(void)state;
	tso_start(&t, f, MSS);
	assert_ptr_equal(tso_next(&t), f);
	assert_null(tso_next(&t));
	frame_free(f);
	u->h.l4 = L4_UDP;
	tso_start(&t, u, MSS);
	out = tso_next(&t);
	assert_ptr_equal(out, u);
	frame_free(out);
}

static void vlan(void **state)
{
	static uint8_t buf[256];
	struct frame *f = fake_frame(100, 1), *raw = frame_new();

	(void)state;
	frame_write(f, buf);
	frame_read(raw, buf, f->len);
	offload_vlan_insert(raw, 0x2005);
	assert_int_equal(raw->len, f->len + 4);
	assert_int_equal(raw->bytes[12], 0x81);
	assert_int_equal(raw->bytes[15], 0x05);
	assert_int_equal(offload_vlan_strip(raw), 0x2005);
	assert_int_equal(offload_vlan_strip(raw), 0);
	assert_int_equal(raw->len, f->len);
	assert_memory_equal(raw->bytes, buf, f->len);
	frame_free(raw);
	frame_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields),
		cmocka_unit_test(bytes),
		cmocka_unit_test(whole),
		cmocka_unit_test(vlan),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
