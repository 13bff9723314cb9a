#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# make setup: silent when nothing is missing; else says what it installs, and
# what to type where it cannot.  make help names every target for people.
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
bad=0
complain() {
	echo "FAILED: $*"
	bad=1
}

# A machine with the package `here`, apt-get and sudo that say how they are called.
for tool in make bash sh grep nproc find sed ls sort tail env git cat awk tr wc; do
	ln -s "$(command -v $tool)" "$T/$tool" 2>/dev/null
done
cat >"$T/dpkg-query" <<'X'
#!/bin/sh
for last; do :; done
[ "$last" = here ] && echo 'install ok installed'
X
printf '#!/bin/sh\necho 1000\n' >"$T/id"
printf '#!/bin/sh\necho "apt-get $*"\n[ ! -e "${0%%/*}/broken" ]\n' >"$T/apt-get"
printf '#!/bin/sh\necho "sudo $*"\n"$@"\n' >"$T/sudo"
chmod +x "$T/dpkg-query" "$T/id" "$T/apt-get" "$T/sudo"

# setup STATUS PACKAGES: what it says is expected on stdin
setup() {
	env -i PATH="$T" make -s --no-print-directory setup PKG="$2" >"$T/out" 2>&1
	got=$?
	[ $got = "$1" ] || complain "setup of '$2': status $got, not $1"
	grep -v '^make' "$T/out" | diff - "$T/want" || complain "setup of '$2' (below: what it should say)"
}

: >"$T/want"
setup 0 here
cat >"$T/want" <<'X'
setup: installing Debian packages: one two
sudo apt-get update -q
apt-get update -q
sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends one two
apt-get install -y -q --no-install-recommends one two
X
setup 0 'one here two'
printf '#!/bin/sh\necho 0\n' >"$T/id"
sed -i '/^sudo/d' "$T/want"
setup 0 'one here two'
touch "$T/broken"
cat >"$T/want" <<'X'
setup: installing Debian packages: one
apt-get update -q
setup: Debian packages are missing: one
setup: apt-get could not install them
X
setup 2 one
printf '#!/bin/sh\necho 1000\n' >"$T/id"
rm "$T/sudo"
cat >"$T/want" <<'X'
setup: Debian packages are missing: one
setup: neither root nor sudo; as root: apt-get install -y -q --no-install-recommends one
X
setup 2 'here one'
rm "$T/apt-get"
cat >"$T/want" <<'X'
setup: Debian packages are missing: one
setup: there is no apt-get: nicpath wants Debian 12 or what has these packages
X
setup 2 one

# Targets that rules call for themselves, or that are told of elsewhere.
own=' all tests force image-check image-override soak-rewrite vmlinux help '
make -s help >"$T/help"
for target in $(sed -n 's/^\.PHONY: //p' Makefile tests/rules.mk nic_model/linux/rules.mk nic_model/linux/rewrite/rules.mk); do
	case $own in *" $target "*) continue ;; esac
	grep -q "make $target\b" "$T/help" || complain "make help does not name $target"
done
exit $bad
