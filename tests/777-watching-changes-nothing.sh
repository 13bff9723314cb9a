#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a point is asked to write changes nothing of what happens in it, at any
# interval, also where several CPUs and connections contend.
. tests/e2e-lib

# watched NAME OPTIONS: figures of a run, without what the machine decides
watched() {
	name=$1
	shift
	go 0 "$name" base.yaml --set flows.bulk.connections=8 --set flows.bulk.recv_message=2KiB "$@"
	grep -v '"wall_s"\|"frames_per_wall_s"' "$name"/*/result.json >"$name.figures"
	cmp -s plain.figures "$name.figures" ||
		complain "$* changes results: $(diff plain.figures "$name.figures" | grep '^[<>]' | head -n 4)"
}

go 0 plain base.yaml --set flows.bulk.connections=8 --set flows.bulk.recv_message=2KiB
grep -v '"wall_s"\|"frames_per_wall_s"' plain/*/result.json >plain.figures
[ -s plain.figures ] || complain "no figures"
watched often --set outputs=[timeseries] --set sample=13us
watched seldom --set outputs=[timeseries] --set sample=1ms
watched all --set 'outputs=[timeseries, trace, pcap, folded, vcd]' --set sample=37us
exit $bad
