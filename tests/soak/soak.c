/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * soak GIB [NAME...]: every point of tests/770-real-sweep.c, or those whose name contains one of
 * the texts, with GIB GiB each way. Exit status 1 if one fails.
 */
#include "tests/real_soak_points.h"

#include <time.h>

static bool wanted(const char *name, int argc, char **argv)
{
	for (int i = 2; i < argc; i++)
		if (strstr(name, argv[i]))
			return true;
	return argc <= 2;
}

static double wall(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
	double gib = argc > 1 ? strtod(argv[1], NULL) : 0;
	char *path = real_image("plain");
	bool good = true;

	if (gib <= 0) {
		fprintf(stderr, "usage: %s GIB [NAME...]\n", argv[0]);
		return 2;
	}
	for (size_t i = 0; i < SOAK_POINTS; i++) {
		struct soak s = soak_point[i];
		double began = wall();

		if (!wanted(s.name, argc, argv))
			continue;
		s.bytes = (uint64_t)(gib * (double)(1ull << 30));
		s.say = true;
		good &= soak_points(&s, 1, path);
		printf("\t%.1f s of wall time\n", wall() - began);
	}
	free(path);
	return !good;
}
