#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each kind of fault that kernel code makes ends its point with what it was, function and line, time, CPU, context, callers
# and what came before; the other points of the sweep go on. tests/override/faults.c makes them.
. tests/real-lib
cat >"$W/s.yaml" <<YAML
title: Faults
machine: core2-laptop
kernel: {base: linux-6.1, override: $PWD/tests/override/faults.c, lockup: 2ms, sysctl: {net/ipv4/tcp_stdurg: 0}}
nic: forcedeth
hosts: {tx: {}, rx: {}}
links: [{ends: [tx, rx]}]
flows:
  bulk: {kind: netperf, from: tx, to: rx, test: TCP_STREAM, message: 64KiB, to_cpu: 0}
warmup: 1ms
duration: 4ms
batches: 4
sweep:
  fault: {path: kernel.sysctl.net/ipv4/tcp_stdurg, values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}
YAML
"$B/nicpath" run "$W/s.yaml" -o "$W/r" --jobs 2 >"$W/log" 2>&1
[ $? = 1 ] || { tail -n 20 "$W/log"; exit 1; }
bad=0
wants() { # fault, words that stand in its message, in this order
	n=$1
	shift
	msg=$(cat "$W"/r/.nicpath/logs/fault-"$n"_*.log | tr '\n' ' ')
	for w in "$@"; do
		case $msg in
		*"$w"*) msg=${msg#*"$w"} ;;
		*) echo "fault $n: no \"$w\" in:"; cat "$W"/r/.nicpath/logs/fault-"$n"_*.log; bad=1; return ;;
		esac
	done
}
[ "$(ls "$W"/r/fault-0_*/result.json 2>/dev/null | wc -l)" = 1 ] || { echo "the point without a fault did not run"; bad=1; }
[ "$(ls "$W"/r/fault-*/result.json 2>/dev/null | wc -l)" = 1 ] || { echo "a point with a fault counts as done"; bad=1; }
place=" s on CPU 0, in system context"
wants 1 "rx: oops: NULL pointer followed" "in tcp_rcv_space_adjust+0x" "faults.c:" "$place" "called from" "tcp_recvmsg" "before, on CPU 0:"
wants 2 "rx: BUG: " "faults.c:" "in tcp_rcv_space_adjust+0x" "$place" "before, on CPU 0:"
wants 3 "1 kernel warnings, the first:" "rx: warning: " "faults.c:" "in tcp_rcv_space_adjust+0x" "$place" "console: thing number 3"
wants 4 "rx: endless loop: runs for 0.00" "with preemption off, in loop+0x" "faults.c:" "$place" "called from" "tcp_rcv_space_adjust"
wants 5 "rx: BUG: BUG: scheduling while atomic" "$place" "schedule_timeout" "msleep" "tcp_rcv_space_adjust"
wants 6 "rx: oops: pointer out of freed memory followed (use after free)" "in use_after_free" "faults.c:" "$place" "called from"
wants 7 "rx: memory: kmalloc-128 object" "written after it was freed, freed at write_after_free" "faults.c:" "in write_after_free" "$place"
wants 8 "rx: memory: kmalloc-128 object" "freed twice, freed at free_twice" "faults.c:" "in free_twice" "$place"
wants 9 "bad DMA: " "at bus address 0x2" "beyond memory, at " "before, on CPU 0:"
wants 10 "rx: endless loop: turns in cpu_relax() for 0.002 s with preemption off; no other CPU runs that could give a lock back: a self-deadlock" \
	"in queued_spin_lock_slowpath" "$place" "lock_twice" "tcp_rcv_space_adjust"
wants 11 "rx: endless loop: runs for 0.00" "with interrupts off, in loop+0x" "faults.c:" "$place"
wants 12 "bad DMA: tx.eth0 reads " "which no driver has mapped, at " "before, on CPU 0:"
exit $bad
