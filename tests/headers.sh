#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each header compiles alone; each source includes its own header first.
cd "$(dirname "$0")/.." || exit 1
bad=0
for h in $(git ls-files 'sim/*.h' 'models/*.h' 'nic_model/*.h' 'scenarios/*.h' 'analysis/*.h' | grep -v '^nic_model/linux/\(include\|glue\)'); do
	[ -f "$h" ] || continue
	printf '#include "%s"\n' "$h" |
		gcc -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -I. -fsyntax-only -x c - || {
		echo "$h does not compile alone"
		bad=1
	}
done
for c in $(git ls-files 'sim/*.c' 'models/*.c' 'nic_model/*.c' 'scenarios/*.c' | grep -v '^nic_model/linux'); do
	h=${c%.c}.h
	[ -f "$h" ] || continue
	first=$(grep -m1 '^#include' "$c")
	[ "$first" = "#include \"$h\"" ] || {
		echo "$c: first include is not its own header"
		bad=1
	}
done
exit $bad
