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

static bool same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/*
 * Optimal string alignment: insert, remove, replace, swap two neighbours; case
 * ignored; words of at most LONGEST characters.  Three rows of the matrix.
 */
static unsigned int distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned int rows[3][LONGEST + 1];
	unsigned int *before = rows[0], *last = rows[1], *row = rows[2];

	for (size_t j = 0; j <= nb; j++)
		last[j] = before[j] = (unsigned int)j;
	for (size_t i = 1; i <= na; i++) {
		unsigned int *oldest = before;

		row[0] = (unsigned int)i;
		for (size_t j = 1; j <= nb; j++) {
			row[j] = min3(last[j] + 1, row[j - 1] + 1,
				      last[j - 1] + !same(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]))
				row[j] = min3(row[j], before[j - 2] + 1, row[j]);
		}
		before = last;
		last = row;
		row = oldest;
	}
	return last[nb];
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
