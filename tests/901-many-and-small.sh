#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Clients wait for their server to listen, small messages do not use up a
# host's memory, and running out of it is no internal error.
. tests/e2e-lib

go 0 many base.yaml --set flows.bulk.connections=300 --set flows.bulk.message=16KiB \
	--set flows.bulk.recv_message=16KiB
above many flows.bulk.throughput_mbps 100
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
