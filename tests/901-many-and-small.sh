#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Clients wait for their server to listen, small messages do not use up a
# host's memory, and running out of it is no internal error.
. tests/e2e-lib

# The link is full from the start: 1448 bytes of payload in each 1538 byte times.
# forcedeth's interrupt handler that finds work more than max_interrupt_work times
# in a row switches its interrupt off for 10 ms, as the driver does: at one time
# allowed the start of 300 connections is such a moment, at 1000 nothing is.
many() {
	dir=$1
	shift
	go 0 "$dir" base.yaml --set flows.bulk.connections=300 --set flows.bulk.message=16KiB \
		--set flows.bulk.recv_message=16KiB "$@"
}
many many --set nic.max_interrupt_work=1000
within many flows.bulk.throughput_mbps 941.48 0.3
many later --set warmup=60ms
within later flows.bulk.throughput_mbps 941.48 0.3
many default
within default flows.bulk.throughput_mbps 941.48 0.3
many rests --set nic.max_interrupt_work=1 --set warmup=0ms --set duration=30ms --set outputs=[timeseries] --set sample=1ms
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /\.too_many_loops$/) at[i] }
	NR > 1 { for (i in at) n += $i } END { exit !n }' rests/*/timeseries.csv || complain "no interrupt rested"
go 0 self base.yaml --set flows.bulk.connections=5 --set flows.bulk.test=UDP_RR --set flows.bulk.to=tx
above self flows.bulk.transactions_per_s 10000
go 0 small base.yaml --set flows.bulk.test=UDP_STREAM --set flows.bulk.message=1
above small flows.bulk.throughput_mbps 0.1
go 1 big base.yaml --set flows.bulk.sndbuf=1GiB
says 'flow bulk: host tx has no 1073807360 bytes of user memory left'
go 1 fragments base.yaml --set flows.bulk.test=UDP_RR --set flows.bulk.request=1473
says 'flow bulk: sendto: Message too long (stages send no IP fragments'
go 0 whole base.yaml --set flows.bulk.test=UDP_RR --set flows.bulk.request=1472
above whole flows.bulk.transactions_per_s 1000
exit $bad
