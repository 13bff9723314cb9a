#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a scenario says about hosts, links and flows is checked together before
# anything runs: one message with its place, status 2.
. tests/e2e-lib

# wrong MESSAGE ARGUMENTS
wrong() {
	message=$1
	shift
	go 2 results base.yaml "$@"
	[ "$(cat log)" = "$message" ] || complain "$*: says $(cat log)
        wanted: $message"
	[ -e results ] && complain "$*: left a folder"
}

wrong 'base.yaml:3:6: host tx has a nic, but no link ends there' --set 'links=[]'
wrong '--set links=[{ends: [tx, tx]}]: both ends are host tx' --set 'links=[{ends: [tx, tx]}]'
wrong '--set links=[{ends: [tx, ry]}]: no host "ry" in this scenario' --set 'links=[{ends: [tx, ry]}]'
wrong 'base.yaml:4:21: hosts tx and rx have the same address' --set hosts.tx.ip=10.0.0.2
wrong '--set hosts.tx.ip=127.0.0.1: 127.0.0.1 cannot be a host'"'s address" --set hosts.tx.ip=127.0.0.1
wrong '--set hosts.tx.ip=10.0.0.256: "10.0.0.256" is no IPv4 address' --set hosts.tx.ip=10.0.0.256
wrong '--set hosts.tx.qdisc=tbq: no queue discipline "tbq"; did you mean "tbf"?' --set hosts.tx.qdisc=tbq
wrong '--set hosts.rx.rps_cpus=4: host rx has only 2 CPUs' --set hosts.rx.rps_cpus=4
wrong '--set flows.bulk.from_cpu=2: host tx has no CPU 2, only 0 to 1' --set flows.bulk.from_cpu=2
wrong '--set flows.bulk.from_cpu=64: a task can be bound to CPUs 0 to 63 only' --set flows.bulk.from_cpu=64 \
	--set machine=epyc-zen4
wrong '--set flows.bulk.to=ry: no host "ry" in this scenario' --set flows.bulk.to=ry
wrong '--set flows.bulk.message=0: message: 0 is out of range 1..16MiB' --set flows.bulk.message=0
wrong 'base.yaml:6:15: message: a datagram has at most 65507 bytes' --set flows.bulk.test=UDP_STREAM
wrong '--set duration=0: duration: 0 is out of range 1us..100000s' --set duration=0

long=abcdefghijklmnopqrstu
sed "s/tx/$long/g" base.yaml >long.yaml
go 2 results long.yaml
says "long.yaml:4:$((9 + ${#long} + 2)): host $long: a name has at most 20 characters"
sed 's/bulk/a.b/' base.yaml >dot.yaml
go 2 results dot.yaml
says 'flow "a.b": a name has letters, digits, - and _ only'

cat >three.yaml <<'Y'
machine: athlon64-x2-2000
kernel: linux-2.6.26
nic: forcedeth
hosts: {a: {}, b: {}, c: {}}
links: [{ends: [a, b]}, {ends: [b, c]}]
flows: {f: {from: a, to: c}}
Y
go 2 results three.yaml
says 'three.yaml:6:12: no link joins hosts a and c'
exit $bad
