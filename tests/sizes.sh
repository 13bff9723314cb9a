#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# House rules that a machine can check: files of at most 500 lines, functions
# of at most 80 (tables and flat switches are told by their name: *_table,
# *_list, or a comment "flat switch" above), an SPDX line first.
cd "$(dirname "$0")/.." || exit 1
bad=0
files=$(git ls-files '*.c' '*.h' '*.cpp' '*.sh' Makefile '*.mk')
for f in $files; do
	[ -f "$f" ] || continue
	case $f in *.c | *.h | *.cpp)
		n=$(wc -l <"$f")
		[ "$n" -le 500 ] || { echo "$f: $n lines"; bad=1; }
		;;
	esac
	head -n 2 "$f" | grep -q 'SPDX-License-Identifier: GPL-2.0' || { echo "$f: no SPDX line"; bad=1; }
done
git ls-files '*.c' '*.cpp' | xargs awk '
FNR == 1 { open = 0; flat = 0 }
/flat switch/ { flat = FNR }
/^{/ { open = FNR }
/^}/ {
	if (open && FNR - open > 80 && !(flat && open - flat < 8)) {
		printf "%s:%d: function of %d lines\n", FILENAME, open, FNR - open
		bad = 1
	}
	open = 0
}
END { exit bad }' || bad=1
exit $bad
