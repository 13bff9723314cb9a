#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# docs/results.md and result.json have the same keys: each that a run writes is
# described, each that is promised without a condition is there.
. tests/e2e-lib

go 0 r base.yaml --set 'hosts.tx={tap: on, shared_irq: on}'
# Last words of the columns: list indices, names of things and distributions' own parts are not keys of the page.
head -n 1 r/points.csv | tr ',' '\n' | sed 1d |
	sed -E 's/\.(drops|counters)\..*/.\1/; s/\.(ci95|[a-z_]*_ci95)\..*/.\1/; s/\.(count|mean|p50|p99|p999|max|unit)$//' |
	sed -E 's/.*\.//' | grep -v '^[0-9]*$' | sort -u >keys
[ "$(wc -l <keys)" -gt 40 ] || complain "few keys: $(cat keys)"
while read -r k; do
	grep -q "[\` ]$k[\` .[{]" "$ROOT/docs/results.md" || grep -q "\.$k\`" "$ROOT/docs/results.md" || complain "docs/results.md does not know $k"
done <keys
for k in scenario version seed simulated_s wall_s frames_per_wall_s converged flows hosts links drops; do
	grep -q "^ \"$k\":" r/*/result.json || complain "no $k"
done
for k in throughput_mbps throughput_mbps_ci95 tx_service_demand_us_per_kib rx_service_demand_us_per_kib util_pct \
	util_pct_ci95 per_cpu irq_per_s polls_per_s packets_per_poll ctxsw_per_s wmem_alloc wmem_queued irq_latency \
	profile causes caches memory nic; do
	grep -q "\"$k\":" r/*/result.json || complain "no $k"
done
for f in profile netperf mpstat nstat softnet_stat ethtool interrupts; do
	[ -s r/*/$f.txt ] || complain "no $f.txt"
done
exit $bad
