#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A back end may switch to another CPU's stack from any hook; each state pays for its own blocks.
. nic_model/linux/rewrite/test/common.sh
rw_c switched $T/switched.c gcc -O2 -fno-ipa-ra
rw_cc "$W/run" "$W/switched.h.o" $T/switching.c
"$W/run"
