#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel.override replaces a function of the kernel by ours: with the backlog limit of 2.6.35, small segments that come while
# the reader holds the socket are dropped, and none are merged there; the stock 6.1 merges and drops none.
. tests/real-lib
run() { # name, kernel
	sed "s|^kernel:.*|kernel: $2|; s/message: 64KiB/message: 128, nodelay: on, recv_message: 64KiB, rcvbuf: 8KiB, to_cpu: 0/
		s/^warmup.*/warmup: 10ms/; s/^duration.*/duration: 20ms\nbatches: 4/" scenarios/real-stream-10g.yaml >"$W/$1.yaml"
	"$B/nicpath" run "$W/$1.yaml" -o "$W/$1" >"$W/$1.log" 2>&1 || { tail -n 20 "$W/$1.log"; exit 1; }
	jq '[.hosts.rx.counters | .TcpExtTCPBacklogDrop // 0, .TcpExtTCPBacklogCoalesce // 0] | @tsv' -r "$W/$1"/*/result.json
}
set -- $(run stock linux-6.1) $(run old "{base: linux-6.1, override: $PWD/tests/override/backlog-2.6.35.c}")
echo "6.1: $1 dropped, $2 merged; limit of 2.6.35: $3 dropped, $4 merged"
[ "$1" = 0 ] && [ "$2" -gt 100 ] && [ "$3" -gt 0 ] && [ "$4" = 0 ]
