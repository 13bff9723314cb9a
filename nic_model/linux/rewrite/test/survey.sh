#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# survey.sh SOURCE OUT: compiles a thousand files of an unpacked kernel package to assembler with the distribution's
# configuration and the package's own makefiles, for soak.sh. Takes a quarter of an hour; needs bc, bison, flex, libelf-dev.
set -e
src=$(realpath "$1") out=$(realpath -m "$2")
mkdir -p "$out"
xzcat /usr/src/linux-config-6.1/config.amd64_none_amd64.xz > "$out/.config"
"$src/scripts/config" --file "$out/.config" -d DEBUG_INFO_BTF -d MODULE_SIG -e DEBUG_INFO_NONE \
	-d DEBUG_INFO_DWARF_TOOLCHAIN_DEFAULT -d SYSTEM_TRUSTED_KEYRING --set-str SYSTEM_TRUSTED_KEYS ""
make -s -C "$src" O="$out" olddefconfig
make -s -C "$out" -j2 prepare
cd "$src"
goals=$(ls net/core/*.c net/ipv4/*.c net/ipv6/*.c net/sched/*.c net/ethernet/*.c net/netlink/*.c net/8021q/*.c net/packet/*.c \
	net/unix/*.c net/bridge/*.c kernel/*.c kernel/time/*.c kernel/locking/*.c kernel/rcu/*.c kernel/sched/*.c kernel/irq/*.c \
	lib/*.c mm/*.c drivers/net/*.c drivers/net/ethernet/nvidia/*.c drivers/net/ethernet/intel/e1000/*.c \
	drivers/net/ethernet/intel/e1000e/*.c drivers/net/ethernet/intel/igb/*.c drivers/net/ethernet/intel/ixgbe/*.c \
	drivers/net/ethernet/myricom/myri10ge/*.c drivers/net/ethernet/broadcom/*.c drivers/net/ethernet/realtek/*.c \
	arch/x86/lib/*.c arch/x86/kernel/*.c | sed 's/\.c$/.s/')
make -s -C "$out" -k -j2 KCFLAGS="-g1 -fno-ipa-ra" $goals || true
