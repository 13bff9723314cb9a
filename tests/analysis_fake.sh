# SPDX-License-Identifier: GPL-2.0-or-later
# For 86*.sh: a results folder of one axis, written by hand.  Not a test itself.
# shellcheck shell=sh
B=$(cd "${B:-build}" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

fail() {
	echo "FAILED: $*"
	exit 1
}

# result MBPS HALF CPU: result.json
result() {
	cat <<END
{"seed": 1, "wall_s": $1, "flows": {"bulk": {"throughput_mbps": $1,
 "throughput_mbps_ci95": {"mean": $1, "half": $2, "batches": 10}}},
 "hosts": {"tx": {"cpu": {"util_pct": $3}, "counters": {}, "nic": [], "profile": []}}, "drops": {}}
END
}

# run FOLDER REST: points old and new, a third that failed
run() {
	mkdir -p "$1/p-old" "$1/p-new"
	cat >"$1/run.json" <<END
{"title": "A <fake> run", "scenario": "fake", "file": "fake.yaml", "version": "v0",
 "axes": [{"key": "kernel", "paths": ["kernel"],
  "values": [{"text": "old"}, {"text": "new"}, {"text": "bad"}]}],
 "points": [{"dir": "p-old", "state": "done", "values": {"kernel": "old"}},
  {"dir": "p-new", "state": "done", "values": {"kernel": "new"}},
  {"dir": "p-bad", "state": "failed", "values": {"kernel": "bad"}}]$2}
END
}

# expect STATUS TEXT COMMAND...: its status, and TEXT in what it says
expect() {
	status=$1 text=$2
	shift 2
	said=$("$@" 2>&1)
	got=$?
	[ "$got" = "$status" ] || fail "$*: status $got, not $status: $said"
	case $said in *"$text"*) ;; *) fail "$*: does not say '$text': $said" ;; esac
}
