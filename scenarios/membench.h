/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `nicpath membench MACHINE`: latency by working set, plateaus beside published
 * values, cache-to-cache latency, and bandwidth of one CPU by size.
 *
 * Latency and transfers are defined in models/mem/membench.h.  Bandwidth goes
 * through the CPU model's sequential accesses (host/cpu.h) on an idle machine:
 * read is a checksum of 2 instructions each 16 bytes, write clears, copy is
 * rep movs from one buffer to another (bytes copied a second, not moved); each
 * in calls of at most 64 KiB, after one round to warm the caches.
 */
#ifndef NICPATH_SCENARIOS_MEMBENCH_H
#define NICPATH_SCENARIOS_MEMBENCH_H

#include <stdio.h>

struct yaml_node;

/*
 * machine: a resolved machine file's mapping.  Prints the table; with a dir
 * (made if absent), also writes latency.dat, bandwidth.dat and, by gnuplot,
 * latency.svg, bandwidth.svg.  Runs the process's one simulation.
 */
char *membench_run(struct yaml_node *machine, const char *dir, FILE *out);

#endif
