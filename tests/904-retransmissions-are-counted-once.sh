#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Without timeouts every retransmitted segment is a fast retransmission: nstat's
# two counters agree. What was only looked at in the write queue is not counted.
. tests/e2e-lib

go 0 lossy base.yaml --set links.0.loss=0.002 --set duration=300ms
all=$(figure lossy hosts.tx.counters.TcpRetransSegs)
fast=$(figure lossy hosts.tx.counters.TcpExtTCPFastRetrans)
[ "$(figure lossy hosts.tx.counters.TcpExtTCPTimeouts)" = "no column" ] || complain "there was a timeout"
[ "$all" -gt 10 ] && [ "$all" = "$fast" ] || complain "TcpRetransSegs $all, TcpExtTCPFastRetrans $fast"
exit $bad
