/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Flows between hosts without a link of their own: over hosts that forward. */
#ifndef NICPATH_SCENARIOS_BUILD_FORWARD_H
#define NICPATH_SCENARIOS_BUILD_FORWARD_H

#include <stdbool.h>

struct build;
struct build_host;

/* There is a way over hosts that have net.ipv4.ip_forward (real code) or inet.forward on. */
bool forward_way(const struct build *b, const struct build_host *from, const struct build_host *to);
/* Routes of both ends to each other along the shortest such way, if they have no link. */
char *forward_routes(struct build *b, struct build_host *from, struct build_host *to);

#endif
