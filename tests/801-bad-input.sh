#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each mistake: one message with its place, status 2, within a second, little
# memory, and what was there before is as it was.
. tests/cli-lib

cat >good.yaml <<'X'
machine: m1
kernel: k1
work: {x: 0.25}
sweep: {work.buffer.size: [1KiB, 2KiB]}
X
run 0 run good.yaml -o results --no-report
(cd results && find . -type f -exec md5sum {} + | sort) >before

# mistake NAME MESSAGE [OPTIONS]: the scenario is on stdin
mistake() {
	name=$1 message=$2
	shift 2
	cat >"$name"
	begin=$(date +%s%N)
	timeout 10 "$N" run "$name" -o results "$@" >out 2>err
	status=$?
	took=$((($(date +%s%N) - begin) / 1000000))
	[ $status = 2 ] || complain "$name: status $status"
	[ "$(cat err)" = "$message" ] || complain "$name: $(cat err)
        wanted: $message"
	[ -s out ] && complain "$name: said $(cat out)"
	# a second, and as much again for a busy machine
	[ $took -lt 2000 ] || complain "$name: took $took ms"
}

mistake key.yaml "key.yaml:2:1: unknown key 'wrok'; did you mean 'work'?" <<'X'
kernel: k1
wrok: {x: 0.25}
X
mistake below.yaml "below.yaml:3:3: unknown key 'bufer'; did you mean 'buffer'?" <<'X'
kernel: k1
work:
  bufer: {size: 1KiB}
X
mistake host.yaml "host.yaml:2:10: unknown key 'stoped_test'; did you mean 'stopped_test'?" <<'X'
kernel: {base: k1,
 qdisc: {stoped_test: off}}
X
mistake unit.yaml "unit.yaml:1:23: buffer.size: '5kib': unit 'kib' is written 'KiB'" <<'X'
work: {buffer: {size: 5kib}}
X
mistake type.yaml "type.yaml:1:11: x: 'much' is not a number (such as 0.75, 3e-4)" <<'X'
work: {x: much}
X
mistake list.yaml "list.yaml:1:11: x takes one value (number), not a list" <<'X'
work: {x: [1]}
X
mistake range.yaml "range.yaml:1:11: x: 1.5 is out of range 0..1" <<'X'
work: {x: 1.5}
X
mistake time.yaml "time.yaml:1:11: duration: '1.0000000000001s' is finer than 1 ps" <<'X'
duration: 1.0000000000001s
X
mistake negative.yaml "negative.yaml:1:9: warmup: '-1s' is negative" <<'X'
warmup: -1s
X
mistake stall.yaml "stall.yaml:1:14: stall_limit: 1ps is below the minimum, 1us (0: never)" <<'X'
stall_limit: 1ps
X
mistake output.yaml "output.yaml:1:23: no output 'pcaps'; did you mean 'pcap'?" <<'X'
outputs: [timeseries, pcaps]
X
mistake include.yaml "include.yaml:1:10: cannot find 'gone.yaml' in . or $NICPATH_DATA" <<'X'
include: gone.yaml
X
echo 'include: loop.yaml' >loop2.yaml
mistake loop.yaml "loop2.yaml:1:10: include loop: loop.yaml -> loop2.yaml -> loop.yaml" <<'X'
include: loop2.yaml
X
mistake name.yaml "name.yaml:1:9: no kernel 'k9' in $NICPATH_DATA/kernels (nicpath list kernels)" <<'X'
kernel: k9
X
mistake incomplete.yaml "incomplete.yaml:1:9: kernel: 'name' must be given: Its name." <<'X'
kernel: {hz: 1kHz}
X
mistake twice.yaml "twice.yaml:2:1: key 'kernel' is given twice, first in line 1" <<'X'
kernel: k1
kernel: k2
X
mistake empty.yaml "empty.yaml:1:1: the file is empty" </dev/null
mistake nomap.yaml "nomap.yaml:1:1: the file must be a mapping (key: value)" <<'X'
- kernel
X
mistake sweep.yaml "sweep.yaml:1:18: unknown key 'wrok'; did you mean 'work'?" <<'X'
sweep: {wrok.x: [1]}
X
mistake sweepvalue.yaml "sweepvalue.yaml:1:21: x: 7 is out of range 0..1" <<'X'
sweep: {work.x: [0, 7]}
X
mistake compare.yaml "compare.yaml:1:17: cannot find 'no.csv' here or in $NICPATH_DATA" <<'X'
compare: {file: no.csv}
X

# The command line's own
mistake set1.yaml "--set work.y=1: unknown key 'y'" --set work.y=1 <good.yaml
mistake set2.yaml "--set zzz.y=1: unknown key 'zzz'" --set zzz.y=1 <good.yaml
mistake set3.yaml "--set work.x: PATH=VALUE is expected" --set work.x <good.yaml
mistake set4.yaml "--set work.x=3: x: 3 is out of range 0..1" --set work.x=3 <good.yaml
mistake set5.yaml "--set work.x.y=3: 'work.x' is the value '0.25', nothing can be below it" \
	--set work.x.y=3 <good.yaml
mistake set6.yaml "--set hosts.a.kernel.hz=1: no host 'a' in this scenario" \
	--set hosts.a.kernel.hz=1 <good.yaml
mistake only.yaml "--only work.bufer.size=1KiB: no axis 'work.bufer.size'; did you mean 'work.buffer.size'?" \
	--only work.bufer.size=1KiB <good.yaml
mistake exec.yaml "nicpath run: no executor 'slrum'; did you mean 'slurm'?" --executor slrum <good.yaml
mistake hosts.yaml "nicpath run: --executor ssh needs --hosts HOST,..." --executor ssh <good.yaml

# Hostile files
head -c 100000 /dev/urandom | LC_ALL=C tr -d '\001-\377' >zero # bytes of 0
mistake binary.yaml "binary.yaml:1:1: byte 0x00: this is not a text file" <zero
mkdir folder.yaml
timeout 10 "$N" run folder.yaml -o results >out 2>err
has err "folder.yaml: is a directory, not a YAML file"
truncate -s 100M huge
begin=$(date +%s%N)
timeout 10 "$N" run huge -o results >out 2>err
has err "huge: is larger than 4 MiB"
{
	echo 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
	for i in 1 2 3 4 5 6 7 8 9; do
		p=$((i - 1))
		echo "a$i: &a$i [*a$p, *a$p, *a$p, *a$p, *a$p, *a$p, *a$p, *a$p, *a$p]"
	done
} >laughs
mistake laughs.yaml "laughs.yaml:6:10: more than 100000 values in one file" <laughs
awk 'BEGIN { for (i = 0; i < 100; i++) printf "%*sk:\n", i, "" }' >deep
mistake deep.yaml "deep.yaml:65:65: nested more than 64 levels deep" <deep

# Memory: all of the above must fit into 100 MB of address space
if ! grep -q __asan "$N"; then
	for f in huge laughs.yaml deep.yaml binary.yaml key.yaml; do
		(ulimit -v 102400; timeout 10 "$N" run "$f" -o results >out 2>err)
		[ $? = 2 ] || complain "$f in 100 MB: $(cat err)"
	done
fi

# -o that cannot be
: >file
run 2 run good.yaml -o file
has err "file: is not a folder"
run 2 run good.yaml -o file/below
has err "file: is not a folder"

run 2 run
has err "nicpath run: FILE.yaml is missing (nicpath run --help)"
run 2 rnu good.yaml
has err "nicpath: unknown command 'rnu'; did you mean 'run'?"
run 2 run good.yaml --ste a=b
has err "nicpath run: unknown option '--ste'; did you mean '--set'?"

(cd results && find . -type f -exec md5sum {} + | sort) >after
same before after
exit $bad
