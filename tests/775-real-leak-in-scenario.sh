#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# kernel.leak_check: a kernel that forgets a packet now and then fails its point, with what is left and how much; without the
# check it goes unseen, and the stock kernel passes.
. tests/real-lib
run() { # rest of the kernel
	printf '%s\n' 'title: leak' 'machine: core2-laptop' "kernel: {base: linux-6.1, costs: off, $1}" 'nic: {base: forcedeth, irq: msi}' \
		'hosts: {tx: {}, rx: {}}' 'links: [{ends: [tx, rx]}]' 'flows: {bulk: {kind: netperf, from: tx, to: rx, test: UDP_STREAM, message: 200}}' \
		'warmup: 50ms' 'duration: 50ms' >"$W/a.yaml"
	rm -rf "$W/o"
	"$B/nicpath" run "$W/a.yaml" -o "$W/o" >"$W/log" 2>&1
}
fail() { echo "$1"; tail -n 20 "$W/log"; exit 1; }
run 'leak_check: on' || fail "the stock kernel leaks"
run "override: $PWD/tests/override/leak.c" || fail "without the check"
run "leak_check: on, override: $PWD/tests/override/leak.c" && fail "the leak goes unseen"
grep -Eq 'host tx: leaked: [0-9]+ (packets|UDP sockets|pages) more than after boot' "$W/log" || fail "another message"
