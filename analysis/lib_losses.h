/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a packet can get lost, and under which name the kernel counts it. */
#ifndef NICPATH_ANALYSIS_LIB_LOSSES_H
#define NICPATH_ANALYSIS_LIB_LOSSES_H

struct loss {
	const char *reason; /* as in result.json */
	const char *place, *counter;
};

/* NULL for an end that is no loss (delivered, sent), and for one not known. */
const struct loss *loss_find(const char *reason);

#endif
