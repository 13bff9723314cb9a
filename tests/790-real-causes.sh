#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# A function of real code shows what it waited for, as a stage does: the driver its registers, the copy its memory, a locked
# operation itself; and the causes of a function make up its cycles.
. tests/real-lib
sed '/^sweep:/,$d; s/^warmup:.*/warmup: 5ms/; s/^duration:.*/duration: 10ms\nbatches: 4/' scenarios/real-stream.yaml >"$W/s.yaml"
"$B/nicpath" run "$W/s.yaml" -o "$W/r" >"$W/log" 2>&1 || { tail -n 20 "$W/log"; exit 1; }
R=$(ls "$W"/r/*/result.json)
jq -e '[.hosts[].profile[] | (.cycles - ([.causes[]] | add) | fabs)] | max < 10' "$R" >/dev/null ||
	{ echo "causes and cycles differ"; jq '.hosts.rx.profile[:10]' "$R"; exit 1; }
jq -e '.hosts.rx.profile | map({(.symbol): .causes}) | add |
	.nv_nic_irq.mmio > 0 and ._raw_spin_lock.atomic > 0 and (._raw_spin_lock | has("mmio") | not) and
	.copy_user_enhanced_fast_string.dram > 0 and .tcp_v4_rcv.ifetch > 0' "$R" >/dev/null ||
	{ echo "a cause is missing or in the wrong place"; jq -c '.hosts.rx.profile[] | [.symbol, .causes]' "$R"; exit 1; }
