/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * validate DIR... | --all: every measured row beside its prediction, with the
 * error, and whether a calibration used it; every published statement.  Status
 * 1 if a prediction misses its tolerance or a statement does not hold.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/lib_claims.h"
#include "analysis/lib_compare.h"
#include "analysis/lib_results.h"
#include "sim/check.h"
#include "sim/yaml.h"

struct score {
	size_t rows, fitted, absent, cells, predicted, missed, claims, claims_failed;
	bool markdown;
};

static const char *verdict(const struct compare_row *row, const struct compare_cell *x)
{
	if (row->fitted)
		return "fitted";
	if (!x->judged)
		return "no tolerance";
	return x->missed ? "MISSED" : "ok";
}

static const char *absence(const struct compare_row *row)
{
	if (!row->group)
		return "not in this run";
	return row->group->done ? "" : "no result";
}

static void print_cell(const struct compare_row *row, const struct compare_cell *x, bool first)
{
	char error[24], allowed[60];

	error_print(x, error, sizeof(error));
	tolerance_print(&x->tolerance, allowed, sizeof(allowed));
	printf("  %-8s %-52s %-30s %11.5g %11.5g %11s  %-10s %s\n", first ? row->id : "",
	       first ? row->label : "", x->column, x->measured, x->predicted.mean, error, allowed,
	       verdict(row, x));
}

static void print_row(const struct compare_row *row)
{
	if (*absence(row))
		printf("  %-8s %-52s %s\n", row->id, row->label, absence(row));
	for (size_t i = 0; i < row->cells; i++)
		print_cell(row, &row->cell[i], i == 0);
	if (row->missed && row->note)
		printf("  %-8s %s\n", "", row->note);
}

static void print_text(const char *dir, const struct compare *c, const struct claims *claims)
{
	printf("%s against %s\n", dir, c->file ? c->file : "statements");
	if (c->rows)
		printf("  %-8s %-52s %-30s %11s %11s %11s  %-10s\n", "row", "", "", "measured",
		       "predicted", "error", "allowed");
	for (size_t i = 0; i < c->rows; i++)
		print_row(&c->row[i]);
	for (size_t i = 0; i < claims->n; i++) {
		const struct claim *k = &claims->claim[i];

		printf("  %-8s %s (%s)\n",
		       !k->tested  ? "untested"
		       : k->failed ? "FALSE"
				   : "true",
		       k->text, k->detail ? k->detail : "not in this run");
	}
	putchar('\n');
}

static void markdown_row(const struct compare_row *row)
{
	if (*absence(row))
		printf("| %s | %s | | | | | | %s |\n", row->id, row->label, absence(row));
	for (size_t i = 0; i < row->cells; i++) {
		const struct compare_cell *x = &row->cell[i];
		char error[24], allowed[60];

		error_print(x, error, sizeof(error));
		tolerance_print(&x->tolerance, allowed, sizeof(allowed));
		printf("| %s | %s | %s | %.5g | %.5g | %s | %s | %s |\n", row->id, row->label,
		       x->column, x->measured, x->predicted.mean, error, allowed,
		       x->missed ? "**missed**" : verdict(row, x));
	}
}

static void print_markdown(const struct results *r, const struct compare *c,
			   const struct claims *claims)
{
	printf("### %s\n\n%s\n\n", r->scenario, r->title);
	if (c->rows)
		printf("| row | what | figure | measured | predicted | error | allowed | |\n"
		       "|---|---|---|---:|---:|---:|---|---|\n");
	for (size_t i = 0; i < c->rows; i++)
		markdown_row(&c->row[i]);
	for (size_t i = 0; i < c->rows; i++)
		if (c->row[i].missed && c->row[i].note)
			printf("\n%s: %s\n", c->row[i].id, c->row[i].note);
	if (claims->n)
		printf("\n| statement | | for example |\n|---|---|---|\n");
	for (size_t i = 0; i < claims->n; i++) {
		const struct claim *k = &claims->claim[i];

		printf("| %s | %s | %s |\n", k->text,
		       !k->tested  ? "untested"
		       : k->failed ? "**false**"
				   : "true",
		       k->detail ? k->detail : "");
	}
	putchar('\n');
}

static void add(struct score *s, const struct compare *c, const struct claims *claims)
{
	s->rows += c->rows;
	s->absent += c->absent;
	s->predicted += c->predicted;
	s->missed += c->missed;
	for (size_t i = 0; i < c->rows; i++) {
		s->cells += c->row[i].cells;
		s->fitted += c->row[i].fitted;
	}
	s->claims += claims->tested;
	s->claims_failed += claims->failed;
}

static char *validate(const char *dir, struct score *total)
{
	struct results r;
	struct compare c = {0};
	struct claims claims = {0};
	char *err = results_load(dir, &r);

	if (err)
		return err;
	err = compare_load(&r, &c);
	if (!err && c.doubt)
		err = xstrdup(c.doubt);
	if (!err)
		err = claims_check(&r, &claims);
	if (!err && !c.rows && !claims.n) {
		printf("%s: the scenario compares nothing\n", dir);
	} else if (!err) {
		if (total->markdown)
			print_markdown(&r, &c, &claims);
		else
			print_text(dir, &c, &claims);
		add(total, &c, &claims);
	}
	compare_free(&c);
	claims_free(&claims);
	results_free(&r);
	return err_in(err, "%s", dir);
}

static int with_run(const struct dirent *e)
{
	char *run = xasprintf("results/%s/run.json", e->d_name);
	int there = e->d_name[0] != '.' && !access(run, R_OK);

	free(run);
	return there;
}

/* A scenario that compares but has no results: it is not on the board. */
static void say_if_missing(const char *name)
{
	size_t len = strlen(name);
	char *file, *run, *err = NULL;
	struct yaml_node *tree = NULL;

	if (len < 6 || strcmp(name + len - 5, ".yaml"))
		return;
	file = xasprintf("scenarios/%s", name);
	run = xasprintf("results/%.*s/run.json", (int)len - 5, name);
	if (access(run, R_OK))
		err = yaml_load(file, &tree);
	if (!err && tree && yaml_find(tree, "compare"))
		fprintf(stderr, "no results of %s: nicpath run %s\n", file, file);
	if (!err && tree)
		yaml_free(tree);
	free(err);
	free(run);
	free(file);
}

static void say_missing(void)
{
	struct dirent **list = NULL;
	int n = scandir("scenarios", &list, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		say_if_missing(list[i]->d_name);
		free(list[i]);
	}
	free(list);
}

static char *validate_all(struct score *total)
{
	struct dirent **list;
	int n = scandir("results", &list, with_run, alphasort);
	char *err = NULL;

	if (n < 0)
		return err_fmt(
			"there is no folder results/ here; `make run` or `nicpath run` makes it");
	for (int i = 0; i < n; i++) {
		char *dir = xasprintf("results/%s", list[i]->d_name);

		if (!err)
			err = validate(dir, total);
		free(dir);
		free(list[i]);
	}
	free(list);
	say_missing();
	return err;
}

static int usage(FILE *f)
{
	fputs("usage: nicpath validate [--markdown] DIR... | --all\n"
	      "Prints measured, predicted and error for each row that a scenario compares with, "
	      "and\n"
	      "whether each published statement holds; --all: of every run below results/.\n"
	      "Exit status: 0 all met, 1 a prediction missed its tolerance or a statement is "
	      "false,\n"
	      "2 bad input.\n",
	      f);
	return f == stdout ? 0 : 2;
}

static int finish(char *err, const struct score *s)
{
	if (err) {
		fprintf(stderr, "nicpath validate: %s\n", err);
		free(err);
		return 2;
	}
	printf("%zu rows (%zu fitted, %zu without a result), %zu figures: %zu predictions with a "
	       "tolerance, %zu within it, %zu missed; %zu statements, %zu false\n",
	       s->rows, s->fitted, s->absent, s->cells, s->predicted, s->predicted - s->missed,
	       s->missed, s->claims, s->claims_failed);
	return s->missed || s->claims_failed ? 1 : 0;
}

int main(int argc, char **argv)
{
	struct score total = {0};
	int dirs = 0;
	bool all = false;
	char *err = NULL;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help"))
			return usage(stdout);
		if (!strcmp(argv[i], "--markdown"))
			total.markdown = true;
		else if (!strcmp(argv[i], "--all"))
			all = true;
		else if (argv[i][0] == '-')
			return usage(stderr);
		else
			argv[dirs++] = argv[i];
	}
	if (all == (dirs > 0))
		return usage(stderr);
	if (all)
		err = validate_all(&total);
	for (int i = 0; i < dirs && !err; i++)
		err = validate(argv[i], &total);
	return finish(err, &total);
}
