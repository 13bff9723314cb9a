#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# where.sh NICPATH POINT.yaml: instructions of a point by part of the simulator, counted
# by callgrind.  77 without valgrind.
command -v callgrind_annotate >/dev/null || { echo "where the time goes: install valgrind"; exit 77; }
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
valgrind --tool=callgrind --callgrind-out-file="$tmp/out" "$1" point "$2" -o "$tmp/point" >/dev/null 2>&1 || exit 1
frames=$(sed -n 's/.*"\(wall_s\|frames_per_wall_s\)": \([0-9.e+]*\),.*/\2/p' "$tmp/point/result.json" |
	awk '{ v[NR] = $1 } END { printf "%.0f", v[1] * v[2] }')
callgrind_annotate --auto=no --threshold=100 "$tmp/out" | awk -v frames="$frames" '
	function part(s) {
		if (s ~ /models\/mem\/(slab|slub|page|kmalloc|buddy|layout)/) return "allocators (slab, pages)"
		if (s ~ /models\/mem\/prefetch/) return "caches: prefetch"
		if (s ~ /models\/mem\/dma/) return "caches: DMA"
		if (s ~ /models\/mem\/|mmintrin/) return "caches: lookup, fill, coherence, DRAM"
		if (s ~ /models\/host\/cpu_sync/) return "order of CPUs"
		if (s ~ /models\/host\/(cpu|kprofile)/) return "charging: instructions, loads, stores, copies"
		if (s ~ /models\/host\//) return "scheduler, interrupts, locks, timers"
		if (s ~ /libsystemc|sim\/(engine|evq|sc_kernel)/) return "engine: events, switches of threads"
		if (s ~ /nic_model\//) return "devices, drivers, bus, wire"
		if (s ~ /models\//) return "stages (tx, rx, app), packets"
		return "start-up, results, C library"
	}
	/^ *[0-9,]+ \(/ && !/TOTALS/ {
		n = $1; gsub(",", "", n); sub(/^ *[0-9,]+ \([ 0-9.]*%\) */, "")
		sum[part($0)] += n; total += n
	}
	END {
		printf "where it goes: instructions a frame, %d frames\n", frames
		for (p in sum)
			printf "%8.0f %5.1f %%  %s\n", sum[p] / frames, 100 * sum[p] / total, p | "sort -rn"
		close("sort -rn")
		printf "%8.0f          in all\n", total / frames
	}'
