/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Receive side scaling's hash.
 * Called by: devices.  Calls: nothing.
 * Models: the Toeplitz hash over addresses, with ports or without.
 * Leaves out: IPv6.
 * Source: Microsoft, "RSS Hashing Functions" and "Verifying the RSS Hash
 * Calculation" (Windows driver documentation).
 */
#include "nic_model/offload.h"

#include "nic_model/offload_int.h"

/* clang-format off */
const uint8_t rss_default_key[RSS_KEY_BYTES] = {
	0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67, 0x25, 0x3d, 0x43, 0xa3,
	0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb, 0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3,
	0x80, 0x30, 0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa,
};
/* clang-format on */

uint32_t rss_toeplitz(const uint8_t *key, const uint8_t *input, uint32_t len)
{
	uint32_t window = be32(key), hash = 0, i;
	int bit;

	for (i = 0; i < len; i++) {
		for (bit = 7; bit >= 0; bit--) {
			if (input[i] >> bit & 1)
				hash ^= window;
			window = window << 1 | (key[i + 4] >> bit & 1);
		}
	}
	return hash;
}

uint32_t rss_hash(const uint8_t *key, const struct hdrs *h, bool ports)
{
	uint8_t in[12];

	put_be32(in, h->saddr);
	put_be32(in + 4, h->daddr);
	put_be16(in + 8, h->sport);
	put_be16(in + 10, h->dport);
	return rss_toeplitz(key, in, ports && (h->l4 == L4_TCP || h->l4 == L4_UDP) ? 12 : 8);
}
