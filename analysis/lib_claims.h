/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What was published in words, not in numbers, and must come out:
 *
 *	compare:
 *	  claims:
 *	    - text: the fix brings the CPU back
 *	      figure: hosts.tx.cpu.util_pct
 *	      at: {kernel: linux-2.6.27-fixed}	# every group that matches ...
 *	      like: {kernel: linux-2.6.26}	# ... against itself with these values
 *	      tolerance: 15	# percent; or factor, absolute, min_ratio, max_ratio
 *	    - text: __qdisc_run leads the profile
 *	      host: tx
 *	      at: {kernel: linux-2.6.27-rc1}
 *	      symbols: [__qdisc_run]	# each of them:
 *	      rank: 1	# among the first so many, or
 *	      below_pct: 2	# at most so much of the host's cycles
 *	    - text: nothing is lost
 *	      figure: drops.QDISC_DROP
 *	      min: 0	# bounds of the figure itself
 *	      max: 0
 */
#ifndef NICPATH_ANALYSIS_LIB_CLAIMS_H
#define NICPATH_ANALYSIS_LIB_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/lib_results.h"

struct claim {
	const char *text;
	size_t tested, failed; /* groups */
	char *detail;	       /* the first failure, or the worst success; caller does not free */
};

struct claims {
	struct claim *claim;
	size_t n;
	size_t tested, failed; /* those with a point in this run; of these, not held */
};

char *claims_check(const struct results *r, struct claims *out);
void claims_free(struct claims *c);

#endif
