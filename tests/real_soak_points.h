/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What real code has to carry its bytes through; bytes: of the quick test. */
#ifndef NICPATH_TESTS_REAL_SOAK_POINTS_H
#define NICPATH_TESTS_REAL_SOAK_POINTS_H

#include "tests/real_soak.h"

#define MB (1ull << 20)
#define MS 1000000000ull /* ps */

static const struct soak soak_point[] = {
	{.name = "clean", .bytes = 8 * MB},
	{.name = "loss 1 %", .loss = 0.01, .bytes = 4 * MB},
	{.name = "loss 10 %", .loss = 0.1, .bytes = MB},
	{.name = "reordering", .reorder = 0.05, .bytes = 4 * MB},
	{.name = "duplication", .duplicate = 0.05, .bytes = 4 * MB},
	{.name = "link flap", .flap_every_ps = 40 * MS, .flap_down_ps = 5 * MS, .bytes = 8 * MB},
	{.name = "rings of 64 and 128", .tx_ring = 64, .rx_ring = 128, .bytes = 4 * MB},
	{.name = "rings of 4096", .tx_ring = 4096, .rx_ring = 4096, .bytes = 4 * MB},
	{.name = "MTU 576", .mtu = 576, .bytes = 4 * MB},
	{.name = "MTU 9000", .mtu = 9000, .bytes = 4 * MB},
	{.name = "no TSO", .off = SOAK_NO_TSO, .bytes = 4 * MB},
	{.name = "no TSO, GSO, GRO",
	 .off = SOAK_NO_TSO | SOAK_NO_GSO | SOAK_NO_GRO,
	 .bytes = 4 * MB},
	{.name = "2 CPUs", .cpus = 2, .bytes = 4 * MB},
	{.name = "8 CPUs", .cpus = 8, .bytes = 4 * MB},
	{.name = "INTx", .cmdline = "forcedeth.msi=0 forcedeth.msix=0", .cpus = 2, .bytes = 4 * MB},
	{.name = "MSI", .cmdline = "forcedeth.msi=1 forcedeth.msix=0", .cpus = 2, .bytes = 4 * MB},
	{.name = "timer interrupts", .cmdline = "forcedeth.optimization_mode=1", .bytes = 4 * MB},
	{.name = "interrupts by load",
	 .cmdline = "forcedeth.optimization_mode=2",
	 .cpus = 2,
	 .bytes = 4 * MB},
	{.name = "all at once",
	 .loss = 0.02,
	 .reorder = 0.02,
	 .duplicate = 0.02,
	 .tx_ring = 128,
	 .rx_ring = 128,
	 .mtu = 1000,
	 .off = SOAK_NO_TSO,
	 .cpus = 4,
	 .bytes = 2 * MB},
};

#define SOAK_POINTS (sizeof(soak_point) / sizeof(soak_point[0]))

#endif
