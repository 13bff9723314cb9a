/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report DIR: draws a run's plots and writes DIR/report.html, one file with
 * everything in it.  Status 1: the report is there, some plots are not.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/lib_html.h"
#include "analysis/lib_report.h"
#include "sim/check.h"

static char *load(struct report *p)
{
	char *err = compare_load(p->r, &p->compare);

	if (!err)
		err = profiles_load(p->r, &p->profiles);
	if (!err)
		err = claims_check(p->r, &p->claims);
	/* The scenario is where the mistake is. */
	if (err && strncmp(err, "/", 1))
		err = err_in(err, "%s",
			     json_string_value(json_object_get(p->r->run, "file"))
				     ? json_string_value(json_object_get(p->r->run, "file"))
				     : p->r->scenario);
	return err;
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

static void say_problems(const struct plots *p)
{
	for (size_t i = 0; i < p->problems; i++)
		fprintf(stderr, "nicpath report: %s\n", p->problem[i]);
}

static int report(const char *dir)
{
	struct results r;
	struct report p = {.r = &r};
	char *err = results_load(dir, &r);
	int status = 0;

	if (!err)
		err = load(&p);
	if (!err) {
		p.plots = (struct plots){.r = &r, .compare = &p.compare, .profiles = &p.profiles};
		plots_make(&p.plots);
		say_problems(&p.plots);
		status = p.plots.problems ? 1 : 0;
		err = write_page(&p);
	}
	if (err) {
		fprintf(stderr, "nicpath report: %s\n", err);
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
		return report(argv[1]);
	fputs("usage: nicpath report DIR\n"
	      "Draws DIR/plots/*.svg and writes DIR/report.html from the finished points of a "
	      "run.\n"
	      "Exit status: 0 done, 1 some plot could not be drawn, 2 bad input.\n",
	      help ? stdout : stderr);
	return help ? 0 : 2;
}
