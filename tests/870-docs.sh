#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The documentation's table of stages and its parameters are the program's, and
# every link in README.md and docs/ leads to a file that is there.
cd "$(dirname "$0")/.." || exit 1
B=${B:-build}
bad=0
tmp=$(mktemp)
docs/stages.sh "$B/nicpath" >"$tmp" || exit 1
sed -n '/stages: begin/,/stages: end/p' docs/design.md | sed '1d;$d' | diff - "$tmp" || {
	echo "docs/design.md: the table of stages is old (make docs)"
	bad=1
}
"$B/nicpath" show params --markdown >"$tmp" || exit 1
cmp -s docs/params.md "$tmp" || {
	echo "docs/params.md is old (make docs):"
	diff docs/params.md "$tmp" | head -n 10
	bad=1
}
rm -f "$tmp"
for f in README.md docs/*.md; do
	for to in $(grep -o '](\([^)#]*\)[)#]' "$f" | sed 's/^](//;s/[)#]$//' | grep -v '^[a-z]*:'); do
		[ -e "$(dirname "$f")/$to" ] || { echo "$f: no $to"; bad=1; }
	done
	# files that the text names
	for to in $(grep -o '`\(sim\|models\|nic_model\|scenarios\|analysis\|tests\|docs\)/[A-Za-z0-9_./-]*\.\(c\|h\|yaml\|sh\|md\|csv\)`' "$f" | tr -d '`' | grep -v NAME); do
		[ -e "$to" ] || { echo "$f: no file $to"; bad=1; }
	done
done
exit $bad
