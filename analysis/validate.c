/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * validate DIR... | --all: every measured row beside its prediction, with the
 * error, and whether a calibration used it.  Status 1 if a prediction misses
 * its tolerance.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/lib_compare.h"
#include "analysis/lib_results.h"
#include "sim/check.h"

struct score {
	size_t rows, cells, predicted, missed;
};

static const char *verdict(const struct compare_row *row, const struct compare_cell *x)
{
	if (row->fitted)
		return "fitted";
	if (x->tolerance_pct <= 0)
		return "no tolerance";
	return x->missed ? "MISSED" : "ok";
}

static void print_row(const struct compare_row *row)
{
	if (!row->point)
		printf("  %-10s %-58s not in this run\n", row->id, row->label);
	for (size_t i = 0; i < row->cells; i++) {
		const struct compare_cell *x = &row->cell[i];

		printf("  %-10s %-58s %-28s %11.4g %11.4g %+8.1f %%", i ? "" : row->id, i ? "" : row->label,
		       x->column, x->measured, x->predicted, x->error_pct);
		if (x->tolerance_pct > 0)
			printf("  (%g %%)", x->tolerance_pct);
		printf("  %s\n", verdict(row, x));
	}
}

static char *validate(const char *dir, struct score *total)
{
	struct results r;
	struct compare c;
	char *err = results_load(dir, &r);

	if (err)
		return err;
	err = compare_load(&r, &c);
	if (err)
		return err;
	if (!c.rows) {
		printf("%s: the scenario compares nothing\n", dir);
		return NULL;
	}
	printf("%s against %s\n  %-10s %-58s %-28s %11s %11s %10s\n", dir, c.file, "row", "", "", "measured",
	       "predicted", "error");
	for (size_t i = 0; i < c.rows; i++) {
		print_row(&c.row[i]);
		total->cells += c.row[i].cells;
	}
	total->rows += c.rows;
	total->predicted += c.predicted;
	total->missed += c.missed;
	compare_free(&c);
	results_free(&r);
	return NULL;
}

static char *validate_all(struct score *total)
{
	struct dirent **list;
	int n = scandir("results", &list, NULL, alphasort);
	char *err = NULL;

	if (n < 0)
		return err_fmt("there is no folder results/; `make run` or `nicpath run` makes one");
	for (int i = 0; i < n && !err; i++) {
		char *dir = xasprintf("results/%s", list[i]->d_name);
		char *run = xasprintf("%s/run.json", dir);

		if (!access(run, R_OK))
			err = validate(dir, total);
		free(run);
		free(dir);
	}
	return err;
}

static int usage(FILE *f)
{
	fputs("usage: nicpath validate DIR... | --all\n"
	      "Prints measured, predicted and error for each row that a scenario compares with;\n"
	      "--all: of every run below results/. Status 1 when a prediction misses its tolerance.\n",
	      f);
	return f == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
	struct score total = { 0 };
	char *err = NULL;

	if (argc < 2 || !strcmp(argv[1], "--help"))
		return usage(argc < 2 ? stderr : stdout);
	if (!strcmp(argv[1], "--all"))
		err = validate_all(&total);
	else
		for (int i = 1; i < argc && !err; i++)
			err = validate(argv[i], &total);
	if (err) {
		fprintf(stderr, "nicpath validate: %s\n", err);
		free(err);
		return 2;
	}
	printf("%zu rows, %zu figures; %zu predictions with a tolerance, %zu within it, %zu missed\n",
	       total.rows, total.cells, total.predicted, total.predicted - total.missed, total.missed);
	return total.missed ? 1 : 0;
}
