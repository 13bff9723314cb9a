/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Static allocation: a bump pointer a region. */
#include "models/mem/layout.h"

#include <stdbool.h>
#include <stdlib.h>

#include "sim/check.h"

struct region {
	const char *name;
	uint64_t start, end;
};

static const struct region regions[] = {
	{"kernel text", LAYOUT_TEXT, LAYOUT_STATIC},
	{"static data", LAYOUT_STATIC, LAYOUT_DMA},
	{"DMA memory", LAYOUT_DMA, LAYOUT_USER},
	{"user memory", LAYOUT_USER, LAYOUT_PAGES},
};

#define REGIONS (sizeof(regions) / sizeof(regions[0]))

struct layout {
	uint64_t next[REGIONS];
};

struct layout *layout_new(uint64_t ram_bytes)
{
	struct layout *l = xcalloc(1, sizeof(*l));

	sim_assertf(ram_bytes >= 1ull << 30, "a machine has at least 1 GiB");
	for (unsigned int i = 0; i < REGIONS; i++)
		l->next[i] = regions[i].start;
	return l;
}

void layout_free(struct layout *l)
{
	free(l);
}

uint64_t layout_static(struct layout *l, uint64_t region, uint64_t bytes, uint64_t align)
{
	sim_assertf(align && !(align & (align - 1)), "alignment %llu is no power of two",
		    (unsigned long long)align);
	for (unsigned int i = 0; i < REGIONS; i++) {
		uint64_t addr;

		if (regions[i].start != region)
			continue;
		addr = (l->next[i] + align - 1) & ~(align - 1);
		sim_assertf(bytes <= regions[i].end - addr,
			    "the region for %s is full (%llu B more)", regions[i].name,
			    (unsigned long long)bytes);
		l->next[i] = addr + bytes;
		return addr;
	}
	sim_assertf(false, "%llx is not a region of the layout", (unsigned long long)region);
	return 0;
}

uint64_t layout_room(const struct layout *l, uint64_t region)
{
	for (unsigned int i = 0; i < REGIONS; i++)
		if (regions[i].start == region)
			return regions[i].end - l->next[i];
	return 0;
}
