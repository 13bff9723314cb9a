#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Frames are in flight all the time in a busy run that lasts many times the stall
# limit: it makes progress, and is not taken for stuck.
. tests/e2e-lib

go 0 long base.yaml --set stall_limit=4ms --set duration=40ms
above long flows.bulk.throughput_mbps 900
exit $bad
