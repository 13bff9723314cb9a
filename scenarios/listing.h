/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What there is in the data folder, with a line on each. */
#ifndef NICPATH_SCENARIOS_LISTING_H
#define NICPATH_SCENARIOS_LISTING_H

#include <stdio.h>

/* Names and titles of the YAML files in a folder below the data folder. */
void listing_print(const char *folder, FILE *f);

/*
 * A file's title: its `title:` line, or else its first comment that is no
 * licence.  Caller frees; "" if it has neither.
 */
char *listing_title(const char *path);

#endif
