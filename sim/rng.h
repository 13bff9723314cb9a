/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random streams over GSL's MT19937.  Each user has a stream of its own,
 * seeded from the scenario's seed and the stream's name, so that a new user
 * of random numbers changes nobody else's.
 *
 * C does not order the arguments of a call: f(rng_below(r, 5), rng_below(r, 7))
 * gives other results with another compiler.  Draw into variables first.
 */
#ifndef NICPATH_SIM_RNG_H
#define NICPATH_SIM_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng;

/* Never fails; lives until the end of the process. */
struct rng *rng_new(uint64_t scenario_seed, const char *name);
/* Uniform in 0..n-1, n >= 1. */
uint64_t rng_below(struct rng *r, uint64_t n);
/* True with probability p. */
bool rng_chance(struct rng *r, double p);
/* Exponential with this mean. */
double rng_exponential(struct rng *r, double mean);

#endif
