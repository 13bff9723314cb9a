/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/rng.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "sim/check.h"

struct rng {
	gsl_rng *gsl;
	struct rng *next;
};

static struct rng *streams; /* so that a leak checker knows that they are meant to stay */

/*
 * Mixes the bits of x: the finaliser of SplitMix64 (Steele, Lea, Flood,
 * "Fast splittable pseudorandom number generators", OOPSLA 2014).
 */
static uint64_t mix64(uint64_t x)
{
	x ^= x >> 30;
	x *= UINT64_C(0xbf58476d1ce4e5b9);
	x ^= x >> 27;
	x *= UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

/* FNV-1a (64 bit). */
static uint64_t hash_name(const char *s)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
	return h;
}

/*
 * GSL's MT19937 takes 32 bits of seed (and takes 0 for its default), so two of
 * n streams have equal seeds with probability n^2 / 2^33: for 1000 streams,
 * about one in 8000.
 */
struct rng *rng_new(uint64_t scenario_seed, const char *name)
{
	struct rng *r = xmalloc(sizeof(*r));
	uint64_t seed =
		mix64(mix64(scenario_seed + UINT64_C(0x9e3779b97f4a7c15)) ^ hash_name(name));

	r->gsl = gsl_rng_alloc(gsl_rng_mt19937);
	sim_assertf(r->gsl, "out of memory");
	gsl_rng_set(r->gsl, (seed & 0xffffffffu) ? seed & 0xffffffffu : 1);
	r->next = streams;
	streams = r;
	return r;
}

/* MT19937's outputs are full 32-bit words. */
static uint64_t bits64(struct rng *r)
{
	uint64_t high = gsl_rng_get(r->gsl);

	return high << 32 | gsl_rng_get(r->gsl);
}

/* Draws that fall into the last, incomplete run of n values are thrown away. */
uint64_t rng_below(struct rng *r, uint64_t n)
{
	uint64_t x, unfair;

	sim_assert(n > 0);
	unfair = -n % n; /* 2^64 mod n */
	do {
		x = bits64(r);
	} while (x < unfair);
	return x % n;
}

bool rng_chance(struct rng *r, double p)
{
	return gsl_rng_uniform(r->gsl) < p;
}

double rng_exponential(struct rng *r, double mean)
{
	return gsl_ran_exponential(r->gsl, mean);
}
