/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The receive hash gives Microsoft's verification suite's values. */
#include "tests/nic_fake.h"

#include "nic_model/offload.h"

static uint32_t ip(unsigned int a, unsigned int b, unsigned int c, unsigned int d)
{
	return a << 24 | b << 16 | c << 8 | d;
}

static void suite(void **state)
{
	const struct {
		uint32_t dst, src;
		uint16_t dport, sport;
		uint32_t addresses, ports;
	} t[] = {
		{ip(161, 142, 100, 80), ip(66, 9, 149, 187), 1766, 2794, 0x323e8fc2, 0x51ccc178},
		{ip(65, 69, 140, 83), ip(199, 92, 111, 2), 4739, 14230, 0xd718262a, 0xc626b0ea},
		{ip(12, 22, 207, 184), ip(24, 19, 198, 95), 38024, 12898, 0xd2d0a5de, 0x5c2b394a},
		{ip(209, 142, 163, 6), ip(38, 27, 205, 30), 2217, 48228, 0x82989176, 0xafc7327f},
		{ip(202, 188, 127, 2), ip(153, 39, 163, 191), 1303, 44251, 0x5d1809c5, 0x10e828a2},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		struct hdrs h = {.saddr = t[i].src,
				 .daddr = t[i].dst,
				 .sport = t[i].sport,
				 .dport = t[i].dport,
				 .l4 = L4_TCP};

		assert_int_equal(rss_hash(rss_default_key, &h, false), t[i].addresses);
		assert_int_equal(rss_hash(rss_default_key, &h, true), t[i].ports);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(suite)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
