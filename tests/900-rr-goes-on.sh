#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Request and response alternate for ever: a reader whose data came straight
# from the backlog while it was about to sleep must not sleep.
. tests/e2e-lib

for nic in forcedeth myri10ge; do
	for machine in athlon64-x2-2000 core2-laptop; do
		for test in TCP_RR UDP_RR; do
			dir=$nic-$machine-$test
			go 0 $dir base.yaml --set nic=$nic --set machine=$machine --set flows.bulk.test=$test
			above $dir flows.bulk.transactions_per_s 4000
		done
	done
done
exit $bad
