/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where things are: the data files (scenarios, machines, kernels, nics,
 * measured) and the other programs, beside the build or installed.
 *
 *     BINDIR/nicpath            build/nicpath
 *     PREFIX/share/nicpath/scenarios    build/../scenarios
 *     PREFIX/libexec/nicpath/report     build/report
 */
#ifndef NICPATH_SCENARIOS_PATHS_H
#define NICPATH_SCENARIOS_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* The running program, absolute. Lives as long as the process. */
const char *path_self(void);

/* Folder with scenarios, machines ...; $NICPATH_DATA wins. Never NULL. */
const char *path_data(void);

/*
 * Finds a file that `from` (a file, or NULL for the current folder) names:
 * beside `from`, then in the data folder.  Caller frees; NULL if nowhere.
 */
char *path_find(const char *name, const char *from);

/* A program such as "report"; caller frees; NULL if it is not there. */
char *path_program(const char *name);

/* dir/name; name itself if it is absolute or dir is empty. Caller frees. */
char *path_join(const char *dir, const char *name);
/* Folder of a file ("" for the current one). Caller frees. */
char *path_dir(const char *file);
/* "linux-2.6.26" of "kernels/linux-2.6.26.yaml". Caller frees. */
char *path_stem(const char *file);
bool path_is_file(const char *path);

/*
 * Names (without .yaml) of the YAML files in a folder, sorted; *n of them.
 * Caller frees each and the array. An unreadable folder has none.
 */
char **path_list(const char *dir, size_t *n);
void path_list_free(char **names, size_t n);

#endif
