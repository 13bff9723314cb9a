#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A sweep as a Slurm job array, on a slurmctld and a slurmd of the test's own
# (packages slurm-wlm, munge); skipped where they are not or do not start.
. tests/cli-lib

skip() {
	echo "$*"
	exit 77
}
PATH=$PATH:/usr/sbin:/sbin
for p in slurmctld slurmd sbatch squeue scancel munged; do
	command -v $p >/dev/null || skip "$p is not installed (apt install slurm-wlm munge)"
done
[ "$(id -u)" = 0 ] || skip "slurmd wants root"

pids=
stop_all() {
	for p in $pids; do
		kill "$p" 2>/dev/null
	done
	sleep 0.5
	for p in $pids; do
		kill -KILL "$p" 2>/dev/null
	done
	rm -rf "$T"
}
trap stop_all EXIT

host=$(hostname -s)
mkdir -p spool state
# munge wants its folders to be nobody else's, all the way up
S=$(mktemp -d /run/nicpath-munge-XXXXXX) || skip "no place for munge's socket"
trap 'stop_all; rm -rf "$S"' EXIT
head -c 1024 /dev/urandom >"$S/key"
chmod 400 "$S/key"
munged --foreground --force --socket="$S/socket" --key-file="$S/key" --pid-file="$S/pid" \
	--log-file="$S/log" --seed-file="$S/seed" >munged.log 2>&1 &
pids="$pids $!"

# ports of this test's own
port=$((20000 + $$ % 20000))
cat >slurm.conf <<X
ClusterName=nicpath
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$S/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$T/state
SlurmdSpoolDir=$T/spool
SlurmctldPidFile=$T/ctld.pid
SlurmdPidFile=$T/d.pid
SlurmctldLogFile=$T/ctld.log
SlurmdLogFile=$T/d.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,bf_interval=1,batch_sched_delay=1,sched_min_interval=100000
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobCompType=jobcomp/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=INFINITE State=UP
X
SLURM_CONF=$T/slurm.conf
export SLURM_CONF
slurmctld -D -i >ctld.out 2>&1 &
pids="$pids $!"
slurmd -D -N "$host" >d.out 2>&1 &
pids="$pids $!"
tries=0
until sinfo -h -o %T 2>/dev/null | grep -q -e idle -e mixed; do
	tries=$((tries + 1))
	[ $tries -lt 60 ] || skip "Slurm does not start: $(tail -n 2 ctld.out d.out ctld.log d.log 2>/dev/null | tr '\n' ' ')"
	sleep 0.5
done

cat >s.yaml <<'X'
sweep:
  work.fate: [ok, error, crash]
  work.buffer.size: [1KiB, 2KiB]
X
run 1 run s.yaml -o r --no-report --executor slurm --jobs 2 --partition test
grep -q '^6 points: 2 run in .*, 0 finished before, 4 failed$' out || complain "$(cat out err)"
grep -q 'crash.*: failed: killed by SIGSEGV' err || complain "crash: $(cat err)"
has err "    the fake failed at size 2048"
[ "$(rows r/points.csv)" = 2 ] || complain "$(cat r/points.csv)"

run 0 run s.yaml -o r2 --no-report --executor slurm --only work.fate=ok
run 0 run s.yaml -o r3 --no-report --only work.fate=ok
same r2/points.csv r3/points.csv

# interrupted: the array is cancelled
"$N" run s.yaml -o r4 --no-report --executor slurm --only work.fate=ok --set work.busy=30s >out 2>err &
pid=$!
tries=0
until [ -n "$(points_running)" ] || [ $tries -gt 100 ]; do
	sleep 0.2
	tries=$((tries + 1))
done
kill -TERM $pid
wait $pid
[ $? = 130 ] || complain "interrupted: $(cat err)"
tries=0
until [ -z "$(points_running)" ] || [ $tries -gt 50 ]; do
	sleep 0.2
	tries=$((tries + 1))
done
[ -z "$(points_running)" ] || complain "still running"

run 1 run s.yaml -o r5 --no-report --executor slurm --partition moon
grep -q '^sbatch failed: sbatch: error: .*moon' err || complain "wrong partition: $(cat err)"
exit $bad
