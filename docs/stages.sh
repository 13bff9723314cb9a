#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# stages.sh NICPATH: the table of stages in design.md, from models/path.h by way of the program.
echo '| stage | file | what it does |'
echo '|---|---|---|'
"$1" show stages | sed 's/^\([^ ]*\)  *\([^ ]*\)  *\(.*\)$/| `\1` | `\2` | \3 |/'
