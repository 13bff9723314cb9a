/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Measured profiles beside predicted ones:
 *
 *	compare:
 *	  profile:	# one, or a list of them
 *	    file: measured/x-profile.csv	# columns symbol, and percent or samples; rows of one symbol add up
 *	    host: tx
 *	    column: kernel	# one profile for each text here; absent: one for all
 *	    axis: kernel	# ... which is this axis's value, through compare.values
 *	    at: {nic: forcedeth}	# the other axes of the measured point
 *	    skip: [oprofiled]	# symbols of the measuring itself, no part of the model
 */
#ifndef NICPATH_ANALYSIS_LIB_PROFILE_H
#define NICPATH_ANALYSIS_LIB_PROFILE_H

#include <jansson.h>
#include <stddef.h>

#include "analysis/lib_csv.h"
#include "analysis/lib_results.h"

struct profile_entry {
	const char *symbol;
	double measured;  /* percent; NaN: not in the measured list */
	double predicted; /* percent; NaN: not in the predicted list */
	size_t rank;	  /* predicted, from 1; 0: not there */
	bool skipped;	  /* of the measuring itself */
};

struct profile {
	char *name; /* the column's word ("before") */
	const char *host;
	const struct results_group *group; /* NULL: not in this run */
	const json_t *predicted;	   /* result.json's list; NULL: no result */
	struct profile_entry *entry;	   /* measured ones, in their order */
	size_t n;
};

struct profiles {
	struct csv *csv; /* [files] */
	size_t files;
	struct profile *p;
	size_t n;
};

char *profiles_load(const struct results *r, struct profiles *out);
void profiles_free(struct profiles *p);

/* Rank of a symbol in result.json's profile list, from 1; 0: not there. */
size_t profile_rank(const json_t *predicted, const char *symbol, double *pct);
/* A host's predicted profile list in the group's first finished point; NULL. */
const json_t *profile_of(const struct results_group *g, const char *host);

#endif
