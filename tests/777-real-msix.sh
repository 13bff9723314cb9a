#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel.source: a driver of the user's in place of the kernel's file. Here it is 6.1's own with MSI-X switched on again, which that
# version has under #if 0, and with netif_rx() where its receive vector calls napi_gro_receive() outside of NAPI: without that
# packets stay in the NAPI context's list, which nobody flushes. Three vectors (receive, transmit, other), each on its own CPU.
B=${B:-build}
[ -f build/linux/hooked.img ] || { echo "no kernel image: make image"; exit 77; }
[ -d build/linux/src ] || { echo "no kernel source: make image"; exit 77; }
nm "$B/nicpath" | grep -q __asan_init && { echo "kernel images lie where the address sanitizer has its own memory"; exit 77; }
export NICPATH_IMAGES="$PWD/build/linux"
W=$(mktemp -d) || exit 1
trap 'rm -rf "$W"' EXIT
F=drivers/net/ethernet/nvidia/forcedeth.c
sed -e '/msix has had reported issues/,/#endif/s/#if 0/#if 1/' -e 's/(id->driver_data & DEV_HAS_MSI_X) && msix/msix/' \
	-e 's/napi_gro_receive(&np->napi, skb)/netif_rx(skb)/' \
	"build/linux/src/$F" >"$W/my.c"
cmp -s "build/linux/src/$F" "$W/my.c" && { echo "the source is not as expected"; exit 1; }
fail() { echo "$1"; tail -n 20 "$W/log"; exit 1; }
run() { # rest of the kernel
	printf '%s\n' 'title: MSI-X' 'machine: xeon-e5440' "kernel: {base: linux-6.1, costs: off, leak_check: on$1}" \
		'nic: {base: forcedeth, irq: msix}' 'hosts: {tx: {}, rx: {}}' 'links: [{ends: [tx, rx]}]' \
		'flows: {bulk: {kind: netperf, from: tx, to: rx, test: TCP_STREAM}}' 'warmup: 50ms' 'duration: 50ms' >"$W/a.yaml"
	rm -rf "$W/o"
	"$B/nicpath" run "$W/a.yaml" -o "$W/o" >"$W/log" 2>&1
}
run ''
[ $? = 2 ] && grep -q 'a.yaml:4:29: forcedeth of 6.1 has its MSI-X switched off' "$W/log" || fail "the stock driver"
run ", source: {$F: $W/none.c}"
[ $? = 2 ] && grep -q 'none.c: No such file' "$W/log" || fail "a file that is not there"
run ", source: {$F: $W/my.c}" || fail "the changed driver"
jq -e '.flows.bulk.throughput_mbps > 935' "$W"/o/*/result.json >/dev/null || fail "$(jq .flows.bulk.throughput_mbps "$W"/o/*/result.json) Mb/s"
# The CPU of each vector's interrupts, at the receiver.
cpus() {
	awk -v name="eth0-$1" '/^#rx/ { rx = 1 } rx && $NF == name { for (c = 2; c <= 9; c++) if ($c > 0) printf "%d ", c - 2 }' \
		"$W"/o/*/interrupts.txt
}
[ "$(cpus rx)" = '0 ' ] && [ "$(cpus tx)" = '1 ' ] && [ "$(cpus other)" = '2 ' ] || fail "$(cat "$W"/o/*/interrupts.txt)"
