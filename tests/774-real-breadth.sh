#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a scenario can ask of real code beside a plain stream between two hosts: each carries its data with every byte checked
# and leaks nothing; where there is a capture, tshark finds nothing wrong in it.
IMAGE=plain
. tests/real-lib
bad=0
complain() { echo "$*"; bad=1; }
# what: extra lines of the scenario on stdin; $2: what must hold of result.json
point() {
	printf '%s\n' "title: $1" 'machine: core2-laptop' 'warmup: 50ms' 'duration: 50ms' >"$W/a.yaml"
	cat >>"$W/a.yaml"
	rm -rf "$W/o"
	"$B/nicpath" run "$W/a.yaml" -o "$W/o" >"$W/log" 2>&1 || { complain "$1: $(cat "$W/log")"; return; }
	jq -e "$2" "$W"/o/*/result.json >/dev/null || complain "$1: not $2: $(jq -c '[.flows, .hosts[].counters]' "$W"/o/*/result.json)"
}
malformed() { # pcap, what must be in some frame
	command -v tshark >/dev/null || return
	for f in "$W"/o/*/wire*.pcap; do
		n=$(tshark -o tcp.check_checksum:TRUE -o ip.check_checksum:TRUE -r "$f" \
			-Y '_ws.malformed || _ws.expert.severity == error || tcp.checksum.status == Bad || ip.checksum.status == Bad' 2>/dev/null | wc -l)
		[ "$n" = 0 ] || complain "$1: $n bad frames in $f"
		[ "$(tshark -r "$f" -Y "$2" 2>/dev/null | wc -l)" -gt 100 ] || complain "$1: no frames with $2"
	done
}
K='kernel: {base: linux-6.1, costs: off, leak_check: on}'
two() { # nic, rest of the flow
	printf '%s\n' "$K" "nic: {base: forcedeth, irq: msi$1}" 'hosts: {tx: {}, rx: {}}' 'links: [{ends: [tx, rx]}]' \
		"flows: {bulk: {kind: netperf, from: tx, to: rx, $2}}" 'outputs: [pcap]'
}

# 1500 bytes of IP: 1448 of payload in 1538 byte times; four more with a tag.
two ', vlan: 100' 'test: TCP_STREAM' | point VLAN '.flows.bulk.throughput_mbps | . > 935 and . < 940'
malformed VLAN 'vlan.id == 100'
two ', mtu: 9000' 'test: TCP_STREAM' | point 'MTU 9000' '.flows.bulk.throughput_mbps | . > 985 and . < 992'
malformed 'MTU 9000' 'frame.len == 9014'
# The driver's statistics, which it reads from the device, agree with what the wire took.
awk '/of tx.eth0/ { dev = 1 } /of rx.eth0/ { dev = 0 } /#tx/ { drv = 1 } /#rx/ { drv = 0 }
	dev && $1 == "tx_frames:" { f = $2 } dev && $1 == "tx_bytes:" { b = $2 }
	drv && $1 == "tx_packets:" { p = $2 } drv && $1 == "tx_unicast:" { u = $2 } drv && $1 == "tx_bytes:" { c = $2 }
	END { exit !(f > 100 && f == p && f == u && b + 4 * f == c) }' "$W"/o/*/ethtool.txt || complain "$(cat "$W"/o/*/ethtool.txt)"
two ', tso: off, gso: off, gro: off' 'test: TCP_STREAM' | point 'no offloads' '.flows.bulk.throughput_mbps > 935'
malformed 'no offloads' 'frame.len == 1514'
two ', sg: off, rx_csum: off' 'test: TCP_STREAM' | point 'no checksums' '.flows.bulk.throughput_mbps > 935'
malformed 'no checksums' 'frame.len == 1514'
two ', threaded: on, smp_affinity: 2' 'test: TCP_STREAM' | point 'threaded NAPI on CPU 1' '.flows.bulk.throughput_mbps > 935'
# Its own text says where interrupts went: none on CPU 0.
[ "$(grep -c 'eth0$' "$W"/o/*/interrupts.txt)" = 2 ] || complain "interrupts.txt: $(cat "$W"/o/*/interrupts.txt)"
awk '/eth0$/ && ($2 != 0 || $3 < 100)' "$W"/o/*/interrupts.txt | grep . && complain "interrupts on CPU 0"
two '' 'test: TCP_STREAM, zerocopy: on' | point 'zero copy' '.flows.bulk.throughput_mbps > 935'
malformed 'zero copy' 'frame.len == 1514'
two '' 'test: TCP_SENDFILE' | point sendfile '.flows.bulk.throughput_mbps > 935'
two '' 'test: TCP_RR, busy_poll: 100us' | point 'busy poll' '.hosts.rx.counters.TcpExtBusyPollRxPackets > 100'
two '' 'test: UDP_STREAM, message: 1000, connections: 4, reuseport: on' | point 'shared port' '.flows.bulk.throughput_mbps > 900'

K='kernel: {base: linux-6.1, costs: off, leak_check: on, sysctl: {net.core.rps_sock_flow_entries: 1024}}'
two ', rps_flow_cnt: 1024' 'test: TCP_STREAM, to_cpu: 1' | sed 's/rx: {}/rx: {rps_cpus: 3}/' |
	point 'flow steering' '[.hosts.rx.softnet[].received_rps] | add > 100'

point forwarding '.flows.bulk.throughput_mbps > 935 and .hosts.router.counters.IpForwDatagrams > 2000' <<'END'
kernel: {base: linux-6.1, costs: off, leak_check: on, sysctl: {net.ipv4.ip_forward: 1}}
nic: {base: forcedeth, irq: msi}
hosts: {a: {}, router: {}, c: {}}
links: [{ends: [a, router]}, {ends: [router, c]}]
flows: {bulk: {kind: netperf, from: a, to: c, test: TCP_STREAM}}
outputs: [pcap]
END
malformed forwarding 'ip.src == 10.0.0.1 && ip.dst == 10.0.0.3'
# A router made of stages between them.
point 'forwarding by stages' '.flows.bulk.throughput_mbps > 935 and .hosts.router.counters.IpForwDatagrams > 2000' <<'END'
nic: {base: forcedeth, irq: msi}
hosts:
  a: {kernel: {base: linux-6.1, costs: off, leak_check: on}}
  router: {kernel: {base: linux-2.6.37, inet: {forward: on}}}
  c: {kernel: {base: linux-6.1, costs: off, leak_check: on}}
links: [{ends: [a, router]}, {ends: [router, c]}]
flows: {bulk: {kind: netperf, from: a, to: c, test: TCP_STREAM}}
outputs: [pcap]
END
malformed 'forwarding by stages' 'ip.src == 10.0.0.1 && ip.dst == 10.0.0.3'

# With costs, on two CPUs, tasks that end by themselves and such that do not.
point 'with costs' '.flows.copy.finished and .flows.rr.transactions_per_s > 1000' <<'END'
kernel: {base: linux-6.1, leak_check: on}
hosts: {box: {}}
flows:
  copy: {kind: loopback_transfer, from: box, to: box, bytes: 1MiB}
  rr: {kind: netperf, from: box, to: box, test: TCP_RR}
END

# Both ways between real code and stages, sendfile too: each side checks the other's bytes.
for ends in 'from: tx, to: rx' 'from: rx, to: tx'; do
	point "stages beside" '.flows.bulk.throughput_mbps > 900' <<-END
	nic: {base: forcedeth, irq: msi}
	hosts: {tx: {kernel: {base: linux-6.1, costs: off, leak_check: on}}, rx: {kernel: linux-2.6.37}}
	links: [{ends: [tx, rx], loss: 0.001}]
	flows: {bulk: {kind: netperf, $ends, test: TCP_SENDFILE}}
	END
done
exit $bad
