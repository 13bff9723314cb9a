/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a line is: a byte a line, with a bit for each of a core's caches (or of a
 * domain's).  Caches keep it exact (cache_put(), cache_drop()).  It models
 * nothing: most lookups of a miss find nothing, in one cache after the other of
 * one core after the other, and become one load of a byte, whose neighbours are
 * those of the lines that a copy or a device touches next.
 */
#ifndef NICPATH_MODELS_MEM_WHERE_H
#define NICPATH_MODELS_MEM_WHERE_H

#include <stdint.h>

#define WHERE_CHUNK_SHIFT 20	     /* lines: 64 MiB of simulated memory */
#define WHERE_CHUNKS	  (1u << 18) /* up to 2^44 B */

/* A core's bits. */
#define WHERE_L1D 1u
#define WHERE_L2  2u
#define WHERE_L1I 4u
/* A domain's bits. */
#define WHERE_SHARED 1u
#define WHERE_FILTER 2u

struct where {
	uint32_t chunks; /* in use */
	uint32_t *used;	 /* their numbers */
	uint8_t *chunk[WHERE_CHUNKS];
};

/* Memory is taken as lines are first marked, 1 MiB of address space at a time. */
struct where *where_new(void);
void where_clear(struct where *w);
void where_free(struct where *w);
/* For a line whose chunk is not there yet. */
uint8_t *where_chunk_new(struct where *w, uint64_t line);

static inline uint32_t where_index(uint64_t line)
{
	return (uint32_t)(line >> WHERE_CHUNK_SHIFT) & (WHERE_CHUNKS - 1);
}

/* Bits of the caches that hold the line. */
static inline uint32_t where_get(const struct where *w, uint64_t line)
{
	const uint8_t *chunk = w->chunk[where_index(line)];

	return chunk ? chunk[line & ((1u << WHERE_CHUNK_SHIFT) - 1)] : 0;
}

/* The line's byte, to be changed. */
static inline uint8_t *where_at(struct where *w, uint64_t line)
{
	uint8_t *chunk = w->chunk[where_index(line)];

	if (__builtin_expect(!chunk, 0))
		chunk = where_chunk_new(w, line);
	return &chunk[line & ((1u << WHERE_CHUNK_SHIFT) - 1)];
}

#endif
