#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A full disk fails the point with these words, and leaves no half of one; a limit
# on file sizes and a folder that cannot be written are errors with their place.
. tests/e2e-lib

(ulimit -f 1 && "$N" run base.yaml -o limited --no-report) >log 2>&1
[ $? = 1 ] || complain "file sizes limited: status $?: $(cat log)"
says 'cannot write: File too large'
mkdir locked && chmod 555 locked
if [ -w locked ]; then
	chmod 755 "$T" && as_nobody='setpriv --reuid 65534 --regid 65534 --clear-groups'
	$as_nobody "$N" --version >log 2>&1 || as_nobody=none # the clone is not open to others
fi
if [ "$as_nobody" != none ]; then
	$as_nobody "$N" run base.yaml -o locked >log 2>&1
	[ $? = 2 ] || complain "locked: not status 2"
	[ "$(cat log)" = 'locked/.nicpath: cannot make this folder: Permission denied' ] || complain "locked: $(cat log)"
	$as_nobody "$N" run base.yaml -o locked/below >log 2>&1
	[ "$(cat log)" = 'locked/below: cannot make this folder: Permission denied' ] || complain "locked/below: $(cat log)"
fi
mkdir full
mount -t tmpfs -o size=200k tmpfs full 2>/dev/null || { echo "cannot mount a tmpfs"; exit 77; }
trap 'umount "$T/full"; rm -rf "$T"' EXIT
for output in pcap trace vcd; do
	go 1 full/$output base.yaml --set "outputs=[$output]"
	grep -q 'was the disk full?\|No space left on device' log || complain "$output: $(cat log)"
	ls -a full/$output | grep -q point_ && complain "$output: half a point is left: $(ls -a full/$output)"
	rm -rf full/$output
done
exit $bad
