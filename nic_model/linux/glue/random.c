// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Random numbers: a seeded xorshift64* in place of drivers/char/random.c, so that a run repeats.
 *
 * Leaves out: the ChaCha generator's cost (about 300 ns a block of 64 bytes on the machine; ports,
 * sequence numbers and hash keys are drawn rarely)
 */
#include <linux/random.h>
#include <linux/siphash.h>
#include <linux/string.h>

#include "glue.h"

static u64 state;

static u64 next(void)
{
	if (!state)
		state = nic_sim->seed * 2 + 1;
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return state * 0x2545f4914f6cdd1dull;
}

void get_random_bytes(void *buf, size_t len)
{
	u8 *p = buf;

	while (len) {
		u64 v = next();
		size_t n = min_t(size_t, len, 8);

		memcpy(p, &v, n);
		p += n;
		len -= n;
	}
}

u8 get_random_u8(void)
{
	return next() >> 56;
}
u16 get_random_u16(void)
{
	return next() >> 48;
}
u32 get_random_u32(void)
{
	return next() >> 32;
}
u64 get_random_u64(void)
{
	return next();
}

u32 __get_random_u32_below(u32 ceil)
{
	return ((u64)get_random_u32() * ceil) >> 32;
}

bool rng_is_initialized(void)
{
	return true;
}
int wait_for_random_bytes(void)
{
	return 0;
}
void add_device_randomness(const void *buf, size_t len)
{
}
void add_interrupt_randomness(int irq)
{
}
int random_prepare_cpu(unsigned int cpu)
{
	return 0;
}
int random_online_cpu(unsigned int cpu)
{
	return 0;
}
