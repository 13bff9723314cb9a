/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run.json: what the report needs to know about a run besides its points.
 *
 *     title, scenario, file, version
 *     set      ["PATH=VALUE"] of the command line
 *     axes     [{key, paths[], values[{text, number?, unit?}]}]
 *     points   [{dir, state: done|failed|waiting, values{key: text}}]
 *     compare, plots    as in the scenario; file names made absolute
 *
 * number is in the base unit (B, ps, bit/s, Hz), where the text is a number.
 */
#ifndef NICPATH_SCENARIOS_RUN_JSON_H
#define NICPATH_SCENARIOS_RUN_JSON_H

struct plan;

/* names: each point's folder; states: "done", "failed", "waiting". */
char *run_json_write(const char *dir, const struct plan *p, const char *version, char *const *names,
		     const char *const *states);

/* Do the files that `compare` names exist?  Error with its place, or NULL. */
char *run_json_check(const struct plan *p);

#endif
