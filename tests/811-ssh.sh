#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A sweep over ssh, on an sshd of the test's own on the loopback (packages
# openssh-server, openssh-client); skipped where it does not start.
. tests/cli-lib

skip() {
	echo "$*"
	exit 77
}
PATH=$PATH:/usr/sbin:/sbin
for p in sshd ssh ssh-keygen parallel; do
	command -v $p >/dev/null || skip "$p is not installed (apt install openssh-server)"
done
[ "$(id -u)" = 0 ] || skip "sshd wants root"

mkdir -p /run/sshd
chmod 755 "$T"
ssh-keygen -q -t ed25519 -N '' -f hostkey && ssh-keygen -q -t ed25519 -N '' -f key || skip "no keys"
cp key.pub authorized
port=$((20000 + $$ % 20000))
cat >sshd.conf <<X
Port $port
ListenAddress 127.0.0.1
HostKey $T/hostkey
AuthorizedKeysFile $T/authorized
PidFile $T/sshd.pid
PermitRootLogin yes
StrictModes no
UsePAM no
PasswordAuthentication no
X
cat >ssh.conf <<X
Host one two
HostName 127.0.0.1
Port $port
IdentityFile $T/key
UserKnownHostsFile $T/known
StrictHostKeyChecking no
LogLevel ERROR
X
"$(command -v sshd)" -D -f sshd.conf >sshd.log 2>&1 &
sshd=$!
trap 'kill $sshd; rm -rf "$T"' EXIT
tries=0
until ssh -F ssh.conf one true 2>ssh.log; do
	tries=$((tries + 1))
	[ $tries -lt 20 ] || skip "sshd does not start: $(tail -n 1 sshd.log ssh.log)"
	sleep 0.2
done

cat >s.yaml <<'X'
work: {busy: 100ms}
sweep:
  work.fate: [ok, error, crash]
  work.buffer.size: [1KiB, 2KiB, 4KiB]
X
hosts="ssh -F $T/ssh.conf one,ssh -F $T/ssh.conf two"
run 1 run s.yaml -o r --no-report --executor ssh --jobs 2 --hosts "$hosts"
grep -q '^9 points: 3 run in .*, 0 finished before, 6 failed$' out || complain "$(cat out err)"
has err "    the fake failed at size 2048"
[ "$(rows r/points.csv)" = 3 ] || complain "$(cat r/points.csv)"
# both took part
[ "$(tail -n +2 r/.nicpath/joblog | cut -f 2 | sort -u | wc -l)" = 2 ] || complain "$(cat r/.nicpath/joblog)"

run 0 run s.yaml -o r2 --no-report --executor ssh --hosts "$hosts" --only work.fate=ok
run 0 run s.yaml -o r3 --no-report --only work.fate=ok
same r2/points.csv r3/points.csv

# Interrupted at any moment: the points on the other hosts end too, those that
# were just being started among them.
interrupted() {
	rm -rf r4
	"$N" run s.yaml -o r4 --no-report --executor ssh --hosts "$hosts" --only work.fate=ok \
		--set work.busy=60s >out 2>err &
	pid=$!
	until [ -f r4/.nicpath/parallel.log ] || ! kill -0 $pid; do sleep 0.02; done
	sleep "$1"
	kill -TERM $pid
	wait $pid
	[ $? = 130 ] || complain "interrupted after $1 s: $(cat err)"
	tries=0
	until [ -z "$(points_running)" ] || [ $tries -gt 100 ]; do
		sleep 0.2
		tries=$((tries + 1))
	done
	[ -z "$(points_running)" ] || complain "interrupted after $1 s: still running"
}
for after in 0 0.1 0.2 0.3 0.5 2; do
	interrupted $after
done
exit $bad
