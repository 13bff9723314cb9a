#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Byte queue limits under in-tree driver cores: the line stays full, the limit holds packets back, and a request is
# answered as fast as without.
. tests/e2e-lib

sed -i 's/linux-2.6.26/linux-4.13/' base.yaml
# nic: a bulk flow's rate with and without
rate() {
	jq -r '[.flows.bulk.throughput_mbps, .hosts.tx.dev.eth0.txq."0".stops] | join(" ")' "$1"/*/result.json
}
for nic in forcedeth myri10ge; do
	for bql in off on; do
		go 0 $nic-$bql base.yaml --set nic=$nic --set kernel.qdisc.bql=$bql
		rate $nic-$bql >$nic-$bql.row
	done
	read -r without none <$nic-off.row
	read -r mbps stops <$nic-on.row
	echo "$nic: $mbps Mb/s, held back $stops times; $without without"
	[ "${mbps%.*}" -ge $((${without%.*} * 98 / 100)) ] || complain "$nic: $mbps Mb/s, $without without"
	[ "$none" = 0 ] && [ "$stops" -gt 0 ] || complain "$nic: held back $stops times, without $none"
done
for bql in off on; do
	go 0 rr-$bql base.yaml --set kernel.qdisc.bql=$bql --set flows.bulk.test=TCP_RR
	jq -r '.flows.bulk.transactions_per_s | floor' rr-$bql/*/result.json >rr-$bql.tps
done
off=$(cat rr-off.tps) on=$(cat rr-on.tps)
echo "transactions a second: $off without, $on with"
[ "$on" -ge $((off * 98 / 100)) ] || complain "$on transactions a second with, $off without"
exit $bad
