#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The same scenario and seed give the same bytes with any --jobs, environment,
# folder and address layout (`make determinism`: from any compiler, too).
QUICK=1 exec tests/determinism "${B:-build}"
