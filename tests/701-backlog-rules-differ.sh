#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A reader with large buffers owns its socket for long, so packets gather in the backlog. The rule of 2.6.35 counts what a
# drain has moved twice and drops; the rule of 2.6.34, twice the buffer and the backlog alone, and no rule drop nothing. Each drop
# is counted under both its names, and every byte arrives.
. tests/e2e-lib

cat >rules.yaml <<'X2'
machine: core2-laptop
kernel: linux-2.6.37
hosts: {box: {}}
flows: {t: {kind: loopback_transfer, from: box, to: box, bytes: 24MiB, limit: 64KiB, read_size: 256KiB, write_size: 256KiB}}
warmup: 0ms
duration: 20s
sweep:
  rule: {path: kernel.sock.backlog_limit, values: ["2.6.35", "2.6.34", "none"]}
X2
go 0 rules rules.yaml --jobs 2
for rule in 2.6.35 2.6.34 none; do
	jq -r '[.flows.t.rx_bytes, (.hosts.box.counters.TcpExtTCPBacklogDrop // 0), .hosts.box.drops.SOCK_BACKLOG_DROP,
		(.hosts.box.counters.TcpRetransSegs // 0)] | join(" ")' rules/rule-"$rule"_*/result.json >row
	read -r bytes drops ends again <row
	echo "$rule: $drops drops, $again segments sent again"
	[ "$bytes" = 25165824 ] || complain "$rule: $bytes bytes arrived"
	[ "$drops" = "$ends" ] || complain "$rule: $drops counted, $ends packets ended so"
	case $rule in
	2.6.35) [ "$drops" -gt 0 ] || complain "$rule: no drop"
		[ "$again" -ge "$drops" ] || complain "$rule: not all were sent again" ;;
	*) [ "$drops" = 0 ] || complain "$rule: $drops drops" ;;
	esac
done
exit $bad
