#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Structures of the image are laid out as in the distribution's kernel: sizes against those recorded for
# the installed version, and every member's offset against the packaged kernel's own BTF where `make vmlinux` has put it.
KB=build/linux
W=$KB/layout
list=nic_model/linux/layout/structs.list
command -v pahole >/dev/null || { echo "no pahole"; exit 77; }
make -s "$W/structs.o" || { echo "no kernel source or headers: make setup"; exit 77; }
LLVM_OBJCOPY=objcopy pahole -J "$W/structs.o" || exit 1	# its own choice, llvm-objcopy, is in a package of 100 MB
bad=0 members=0
version=6.1.$(sed -n 's/^SUBLEVEL = //p' $KB/src/Makefile)
column=$(awk -v v="$version" '$1 == "version" { for (i = 2; i <= NF; i++) if ($i == v) print i }' $list)
[ -f $KB/vmlinux ] || echo "no $KB/vmlinux (make vmlinux): sizes only"
[ -n "$column" ] || echo "no recorded sizes of $version in $list: members only"
[ -n "$column" ] || [ -f $KB/vmlinux ] || exit 77
show() { # BTF file, structure: member and offset lines
	pahole -F btf -C "$2" "$1" | awk 'NF { if (match($0, /\/\* *[0-9]+/)) print }' | tr -s ' \t' ' '
}
for s in $(awk '!/^#/ && $1 != "version" { print $1 }' $list); do
	want=$(awk -v s="$s" -v c="${column:-0}" '$1 == s && c { print $c }' $list)
	have=$(pahole -F btf -C "$s" "$W/structs.o" | sed -n 's/.*\/\* size: \([0-9]*\),.*/\1/p' | tail -n 1)
	[ "$have" = "${want:-$have}" ] || { echo "struct $s: $have bytes in the image, $want in the package of $version"; bad=1; }
	[ -f $KB/vmlinux ] || continue
	show $KB/vmlinux "$s" >"$W/package" && show "$W/structs.o" "$s" >"$W/image"
	members=$((members + $(wc -l <"$W/package")))
	cmp -s "$W/package" "$W/image" || { echo "struct $s:"; diff "$W/package" "$W/image" | head; bad=1; }
done
[ ! -f $KB/vmlinux ] || echo "$members members compared"
[ ! -f $KB/vmlinux ] || [ $members -gt 500 ] || bad=1
exit $bad
