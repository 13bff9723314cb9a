#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A scenario with `kernel: linux-6.1` runs from file to results: the wire's rate, the kernel's counters under their names, and
# the same results twice, to the byte.
. tests/real-lib
sed '/^sweep:/,$d; s/^warmup:.*/warmup: 20ms/; s/^duration:.*/duration: 20ms\nbatches: 4/' scenarios/real-stream.yaml >"$W/s.yaml"
run() {
	"$B/nicpath" run "$W/s.yaml" -o "$W/$1" >"$W/$1.log" 2>&1 || { tail -n 20 "$W/$1.log"; exit 1; }
}
run a
run b
for f in a b; do
	jq -S 'del(.wall_s, .frames_per_wall_s, .version)' "$W/$f"/*/result.json >"$W/$f.json"
done
cmp "$W/a.json" "$W/b.json" || exit 1
jq -e '.flows.bulk.throughput_mbps > 940 and .flows.bulk.throughput_mbps < 943' "$W/a.json" >/dev/null ||
	{ jq .flows "$W/a.json"; exit 1; }
jq -e '.hosts.rx.counters.TcpInSegs > 1500 and .hosts.rx.cpu.util_pct > 1 and .hosts.tx.kernel == "linux-6.1"' "$W/a.json" \
	>/dev/null || { jq .hosts.rx.counters "$W/a.json"; exit 1; }
jq -e '[.hosts.rx.profile[].symbol] | index("tcp_v4_rcv") and index("nv_napi_poll")' "$W/a.json" >/dev/null
