#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Accesses to lines in the CPU's tables are not reported; all others are.
. nic_model/linux/rewrite/test/common.sh
rw_s filter $T/filter.s
rw_cc "$W/run" "$W/filter.h.o" $T/filter.c
"$W/run"
