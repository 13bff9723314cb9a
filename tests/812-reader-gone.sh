#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A point tied to the reader of a descriptor ends when that end is closed,
# after its start or before, though its parent lives on; a file has no reader,
# and the point runs to its end.
. tests/cli-lib

echo 'work: {busy: 30s}' >long.yaml
echo 'work: {busy: 10ms}' >short.yaml
mkfifo pipe
# the point's parent: a shell that stays
cat >parent.sh <<'X2'
"$1" point "$2" -o "$3" --with-reader 3 >"$3.log" 2>&1
echo $? >"$3.status"
X2

# status FILE: waits up to 10 s for it
status() {
	tries=0
	until [ -s "$1" ] || [ $tries -gt 100 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	cat "$1" 2>/dev/null || echo none
}

cat <pipe >/dev/null &
reader=$!
sh parent.sh "$N" long.yaml a 3>pipe &
sleep 0.5
[ ! -s a.status ] || complain "ended though it is read: $(cat a.log)"
kill $reader
[ "$(status a.status)" = 137 ] || complain "reader gone: status $(status a.status)"

(sleep 0.1) <pipe &
(sleep 0.3; exec sh parent.sh "$N" long.yaml b) 3>pipe &
[ "$(status b.status)" = 137 ] || complain "gone before: status $(status b.status)"

sh parent.sh "$N" short.yaml c 3>file
[ "$(status c.status)" = 0 ] || complain "a file: $(cat c.log)"
[ -f c/result.json ] || complain "no result: $(ls -A c)"
exit $bad
