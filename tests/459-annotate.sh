#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# annotate: shares of the whole, a function's lines with their source, the dearest file first; what it has not is said.
set -e
B=${B:-build}
W=$B/annotate-test
rm -rf "$W"
mkdir -p "$W/point" "$W/src/net" "$W/empty"
[ -x "$B/annotate" ] || make -s "$B/annotate"
printf 'first\nsecond\nthird\nfourth\nfifth\nsixth\nseventh\n' > "$W/src/net/a.c"
printf 'inline one\ninline two\n' > "$W/src/net/a.h"
cat > "$W/point/lines-rx.csv" <<'CSV'
function,file,line,insns,loads,stores,cycles,fetch_cycles,data_cycles,misses,calls
tcp_rcv,net/a.c,4,300,30,10,500,50,120,7,10
tcp_rcv,net/a.h,2,100,10,0,250,0,150,9,0
other,net/b.c,1,250,1,1,250,0,0,0,5
CSV
export NICPATH_KERNEL_SOURCE="$W/src"
"$B/annotate" "$W/point" > "$W/functions"
"$B/annotate" "$W/point" tcp_rcv > "$W/lines"
grep -q '^ 75.00% .* 750 .* 400 .* tcp_rcv$' "$W/functions"
grep -q '^ 25.00% .* other$' "$W/functions"
grep -q '^host rx: tcp_rcv, 75.00 % of its kernel.s cycles, 10 calls, 75.0 cycles and 40.0 instructions a call$' "$W/lines"
grep -q '^ 66.67% *500 *300 *50 *120 *7 *4  fourth$' "$W/lines"
grep -q '^ 33.33% *250 *100 *0 *150 *9 *2  inline two$' "$W/lines"
grep -q ' 2  second$' "$W/lines"
! grep -q 'first\|seventh' "$W/lines"
[ "$(grep -n '^net/' "$W/lines" | cut -d: -f2 | tr '\n' ' ')" = "net/a.c net/a.h " ]
fails() {
	want=$1
	shift
	"$B/annotate" "$@" > /dev/null 2> "$W/message" && { echo "accepted: $*"; exit 1; }
	[ "$(cat "$W/message")" = "nicpath annotate: $want" ] || { cat "$W/message"; exit 1; }
}
fails "$W/point/lines-rx.csv: function nobody did not run" "$W/point" nobody
fails "$W/empty: no lines-HOST.csv: the point ran no real kernel code, or without \`kernel.lines: on\`" "$W/empty"
NICPATH_KERNEL_SOURCE=$W/nowhere "$B/annotate" "$W/point" tcp_rcv | grep -q '^ 66.67% .* 4$'
