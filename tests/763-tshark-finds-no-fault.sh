#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What is on the wire is what a network has: tshark sees no malformed packet, no
# bad checksum, nothing lost, repeated or out of order, in any kind of test.
. tests/e2e-lib
command -v tshark >/dev/null || { echo "tshark is not installed"; exit 77; }

# wire FILE: what tshark's experts say above "chat"
faults() {
	tshark -r "$1" -o ip.check_checksum:TRUE -o tcp.check_checksum:TRUE -o udp.check_checksum:TRUE \
		-d udp.port==12865,data -Y '_ws.malformed || ip.checksum.status == 0 || tcp.checksum.status == 0 ||
		udp.checksum.status == 0 || (_ws.expert.severity >= 4194304 &&
		!tcp.analysis.window_full)' 2>tshark.err | head -n 5
	grep -v 'Running as user' tshark.err
}

# clean LEAST-FRAMES ARGUMENTS
clean() {
	least=$1
	shift
	go 0 "run" base.yaml --set 'outputs=[pcap]' "$@"
	for f in run/*/wire.pcap; do
		found=$(faults "$f")
		[ "$found" ] && complain "$*: $found"
		# 24 bytes of header, at least 76 a packet
		[ "$(($(stat -c %s "$f") - 24))" -gt $((76 * least)) ] || complain "$*: hardly a packet in $f"
	done
	rm -rf run
}

for nic in forcedeth myri10ge; do
	cat >>base.yaml <<-X
	sweep:
	  test: {path: flows.bulk.test, values: [TCP_STREAM, TCP_SENDFILE]}
	  tso: {path: nic.tso, values: [on, off]}
	  timestamps: {path: kernel.tcp.timestamps, values: [on, off]}
	X
	clean 1000 --set nic=$nic --set duration=3ms
	sed -i '/^sweep/,$d' base.yaml
	clean 100 --set nic=$nic --set flows.bulk.test=TCP_RR
	clean 100 --set nic=$nic --set flows.bulk.test=UDP_RR
	clean 500 --set nic=$nic --set flows.bulk.test=UDP_STREAM --set flows.bulk.message=700
done
clean 500 --set nic.mtu=576
clean 500 --set flows.bulk.test=TCP_MAERTS
clean 500 --set hosts.tx.nic.mtu=9000 --set nic.tso=off

# The same eyes see a fault when there is one.
go 0 lossy base.yaml --set 'outputs=[pcap]' --set links.0.loss=0.01
[ "$(faults lossy/*/wire.pcap)" ] || complain "a lossy link is not seen"
exit $bad
