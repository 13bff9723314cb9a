/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "Did you mean": the nearest word by edit distance. */
#include "sim/yaml.h"

#include <ctype.h>
#include <string.h>

#define LONGEST 64

static unsigned int min3(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int m = a < b ? a : b;

	return m < c ? m : c;
}

/* Levenshtein distance, case ignored; words of at most LONGEST characters. */
static unsigned int distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned int row[LONGEST + 1];

	for (size_t j = 0; j <= nb; j++)
		row[j] = (unsigned int)j;
	for (size_t i = 1; i <= na; i++) {
		unsigned int diagonal = row[0];

		row[0] = (unsigned int)i;
		for (size_t j = 1; j <= nb; j++) {
			bool same = tolower((unsigned char)a[i - 1]) ==
				    tolower((unsigned char)b[j - 1]);
			unsigned int up = row[j];

			row[j] = min3(up + 1, row[j - 1] + 1, diagonal + !same);
			diagonal = up;
		}
	}
	return row[nb];
}

const char *nearest_name(const char *word, const char *const *names, size_t n)
{
	const char *best = NULL;
	unsigned int least = 4;
	size_t len = strlen(word);

	if (len > LONGEST)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		size_t other = strlen(names[i]);
		size_t longer = other > len ? other : len;
		unsigned int d;

		if (other > LONGEST)
			continue;
		d = distance(word, len, names[i], other);
		if (d < least && d < longer - d) {
			least = d;
			best = names[i];
		}
	}
	return best;
}
