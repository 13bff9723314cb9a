#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The content of an overriding file belongs to the point: the same file again, nothing runs; a changed one, the point runs
# again and does what the file says now; changed back, the first result is still there.
. tests/real-lib
cp tests/override/backlog-2.6.35.c "$W/mine.c"
sed "/^sweep:/,\$d; s|^kernel:.*|kernel: {base: linux-6.1, costs: off, override: $W/mine.c}|
	s/^warmup:.*/warmup: 1ms/; s/^duration:.*/duration: 4ms\nbatches: 4/" scenarios/real-stream.yaml >"$W/s.yaml"
run() {
	"$B/nicpath" run "$W/s.yaml" -o "$W/r" 2>&1 | tee "$W/log" | grep -o '[0-9]* run in\|[0-9]* finished before' | tr '\n' ' '
}
a=$(run)
b=$(run)
echo '/* changed */' >>"$W/mine.c"
c=$(run)
cp tests/override/backlog-2.6.35.c "$W/mine.c"
d=$(run)
[ "$a$b$c$d" = "1 run in 0 finished before 0 run in 1 finished before 1 run in 0 finished before 0 run in 1 finished before " ] ||
	{ echo "$a| $b| $c| $d"; tail -n 20 "$W/log"; exit 1; }
[ "$(ls "$W"/r/*/result.json | wc -l)" = 2 ] || exit 1
