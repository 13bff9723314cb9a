/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maps of lines; called by mem.c and, through cache.h, by whoever fills a cache. */
#include "models/mem/where.h"

#include <stdlib.h>

#include "sim/check.h"

struct where *where_new(void)
{
	return xcalloc(1, sizeof(struct where));
}

uint8_t *where_chunk_new(struct where *w, uint64_t line)
{
	uint32_t i = where_index(line);

	w->used = xrealloc(w->used, (w->chunks + 1) * sizeof(*w->used));
	w->used[w->chunks++] = i;
	w->chunk[i] = xcalloc(1u << WHERE_CHUNK_SHIFT, 1);
	return w->chunk[i];
}

void where_clear(struct where *w)
{
	for (uint32_t i = 0; i < w->chunks; i++) {
		free(w->chunk[w->used[i]]);
		w->chunk[w->used[i]] = NULL;
	}
	w->chunks = 0;
}

void where_free(struct where *w)
{
	if (!w)
		return;
	where_clear(w);
	free(w->used);
	free(w);
}
