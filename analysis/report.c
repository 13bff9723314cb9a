/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report DIR: draws a run's plots and writes DIR/report.html, one file with
 * everything in it.  Status 1: the report is there, some of it is not.
 * report --check DIR: of a run.json before there are results: would `compare` and
 * `plots` be understood?
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_html.h"
#include "analysis/lib_report.h"
#include "sim/check.h"

/* The scenario is where the mistake is. */
static char *in_scenario(const struct report *p, char *err)
{
	const char *file = json_string_value(json_object_get(p->r->run, "file"));

	if (!err || *err == '/')
		return err;
	return err_in(err, "%s", file ? file : p->r->scenario);
}

static char *load(struct report *p)
{
	char *err = compare_load(p->r, &p->compare);

	if (!err)
		err = profiles_load(p->r, &p->profiles);
	if (!err)
		err = claims_check(p->r, &p->claims);
	return in_scenario(p, err);
}

static void sections(const struct report *p)
{
	report_head(p);
	report_seeds(p);
	report_compare(p);
	report_claims(p);
	report_plots(p);
	report_profiles(p);
	report_losses(p);
	report_charged(p);
	report_latency(p);
	report_interrupts(p);
	report_points(p);
	html_close(p->f);
}

/* Whole or not at all: an earlier report stays until this one is complete. */
static char *write_page(struct report *p)
{
	char *path = xasprintf("%s/report.html", p->r->dir);
	char *part = xasprintf("%s.part", path), *err = NULL;

	p->f = fopen(part, "w");
	if (p->f) {
		sections(p);
		if (fclose(p->f) || rename(part, path))
			p->f = NULL;
	}
	if (!p->f)
		err = err_fmt("%s: cannot be written: %s", path, strerror(errno));
	free(part);
	free(path);
	return err;
}

static int say_problems(const struct report *p)
{
	if (p->compare.doubt)
		fprintf(stderr, "nicpath report: %s\n", p->compare.doubt);
	for (size_t i = 0; i < p->plots.problems; i++)
		fprintf(stderr, "nicpath report: %s\n", p->plots.problem[i]);
	return p->compare.doubt || p->plots.problems ? 1 : 0;
}

/* The first problem, behind the scenario's name. */
static char *first_problem(const struct report *p)
{
	if (!p->plots.problems)
		return NULL;
	return in_scenario(p, xstrdup(p->plots.problem[0]));
}

static int report(const char *dir, bool check)
{
	struct results r;
	struct report p = {.r = &r};
	char *err = results_load(dir, &r);
	int status = 0;

	if (!err)
		err = load(&p);
	if (!err) {
		p.plots = (struct plots){.r = &r,
					 .compare = &p.compare,
					 .profiles = &p.profiles,
					 .check_only = check};
		plots_make(&p.plots);
		if (!check)
			status = say_problems(&p);
		err = check ? first_problem(&p) : write_page(&p);
	}
	if (err) {
		fprintf(stderr, "%s%s\n", check ? "" : "nicpath report: ", err);
		free(err);
		status = 2;
	}
	plots_free(&p.plots);
	claims_free(&p.claims);
	profiles_free(&p.profiles);
	compare_free(&p.compare);
	results_free(&r);
	return status;
}

int main(int argc, char **argv)
{
	bool help = argc == 2 && !strcmp(argv[1], "--help");

	if (argc == 2 && argv[1][0] != '-')
		return report(argv[1], false);
	if (argc == 3 && !strcmp(argv[1], "--check"))
		return report(argv[2], true);
	fputs("usage: nicpath report DIR\n"
	      "Draws DIR/plots/*.svg and writes DIR/report.html from the finished points of a "
	      "run.\n"
	      "Exit status: 0 done, 1 some of it could not be shown, 2 bad input.\n",
	      help ? stdout : stderr);
	return help ? 0 : 2;
}
