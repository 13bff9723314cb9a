#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each operand, explicit and implicit, is reported once, in order, with its address, size and direction.
. nic_model/linux/rewrite/test/common.sh
rw_s form $T/addresses.s -g
rw_cc "$W/run" "$W/form.h.o" $T/addresses.c
"$W/run"
