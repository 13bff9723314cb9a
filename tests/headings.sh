#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Files of stages, workloads, devices and real code's surroundings open with who
# calls them, what they model, what they leave out and where it comes from.
bad=0
for f in models/tx/*.c models/rx/*.c models/app/*.c nic_model/*.c nic_model/simple/*.c nic_model/forcedeth/*.c \
	nic_model/myri10ge/*.c nic_model/linux/*.c; do
	head=$(awk '/^(#|static|struct)/ { exit } { print }' "$f")
	for part in 'Called by' Models 'Leaves out' Source; do
		echo "$head" | grep -q "$part" || { echo "$f: its head does not say '$part:'"; bad=1; }
	done
done
exit $bad
