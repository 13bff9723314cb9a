#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A full disk fails the point with these words, and leaves no half of one.
. tests/e2e-lib

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
