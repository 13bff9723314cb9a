/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_plot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/check.h"

/* Okabe and Ito's colours: told apart by everybody. */
static const char *const colour[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7",
				      "#e69f00", "#56b4e9", "#000000", "#999999" };
#define COLOURS (sizeof(colour) / sizeof(colour[0]))

static void write_series(FILE *f, const struct plot *p)
{
	for (size_t s = 0; s < p->n_series; s++) {
		fprintf(f, "# %s\n", p->series[s].name);
		for (size_t i = 0; i < p->series[s].n; i++)
			fprintf(f, "%.9g %.9g %.9g\n", p->series[s].x[i], p->series[s].y[i],
				p->series[s].half ? p->series[s].half[i] : 0.0);
		fputs("\n\n", f);
	}
}

/* A line a category: a value and its interval for each series in turn. */
static void write_bars(FILE *f, const struct plot *p)
{
	for (size_t c = 0; c < p->n_category; c++) {
		fprintf(f, "\"%s\"", p->category[c]);
		for (size_t s = 0; s < p->n_series; s++) {
			const struct plot_series *q = &p->series[s];
			size_t i = 0;

			while (i < q->n && q->x[i] != (double)c)
				i++;
			if (i < q->n)
				fprintf(f, " %.9g %.9g", q->y[i], q->half ? q->half[i] : 0.0);
			else
				fputs(" NaN NaN", f);
		}
		fputc('\n', f);
	}
}

static void write_heat(FILE *f, const struct plot *p)
{
	for (size_t r = 0; r < p->rows; r++)
		for (size_t c = 0; c < p->cols; c++)
			fprintf(f, "%zu %zu %.9g\n", c, r, p->z[r * p->cols + c]);
}

static void bytes_ticks(FILE *f, char axis)
{
	static const char *const unit[] = { "B", "KiB", "MiB", "GiB" };

	fprintf(f, "set %ctics (", axis);
	for (int i = 0; i < 40; i += 2)
		fprintf(f, "%s\"%d %s\" %.0f", i ? ", " : "", 1 << i % 10, unit[i / 10], exp2(i));
	fputs(")\n", f);
}

static void quoted(FILE *f, const char *what, const char *text)
{
	fprintf(f, "set %s \"", what);
	for (; *text; text++)
		fprintf(f, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
	fputs("\" noenhanced\n", f);
}

static void script_common(FILE *f, const struct plot *p)
{
	fputs("set terminal svg size 760,430 font 'Helvetica,13' background '#ffffff'\n"
	      "set border 3 lc rgb '#888888'\nset tics nomirror textcolor rgb '#333333'\n"
	      "set grid lc rgb '#dddddd' lw 0.5\nset key outside right top spacing 1.2 noenhanced\n",
	      f);
	quoted(f, "title", p->title);
	quoted(f, "xlabel", p->x_label);
	quoted(f, "ylabel", p->y_label);
	if (p->log_x)
		fputs("set logscale x 2\n", f);
	if (p->log_y)
		fputs("set logscale y\n", f);
	if (p->bytes_x)
		bytes_ticks(f, 'x');
	if (p->bytes_y)
		bytes_ticks(f, 'y');
}

static void script_lines(FILE *f, const struct plot *p, const char *data)
{
	if (!p->log_y)
		fputs("set yrange [0:*]\n", f);
	fputs("plot ", f);
	for (size_t s = 0; s < p->n_series; s++) {
		const struct plot_series *q = &p->series[s];
		const char *c = colour[s % COLOURS];

		fprintf(f, "%s'%s' index %zu using 1:2%s with %s lc rgb '%s' title \"%s\"", s ? ", " : "",
			data, s, q->half ? ":3" : "",
			q->measured ? "points pt 6 ps 1.4 lw 2" :
			q->half	    ? "yerrorlines lw 2 pt 7 ps 0.5" :
				      "linespoints lw 2 pt 7 ps 0.5",
			c, q->name);
	}
	fputc('\n', f);
}

static void script_bars(FILE *f, const struct plot *p, const char *data)
{
	fputs("set yrange [0:*]\nset style data histograms\n"
	      "set style histogram errorbars gap 1 lw 1\nset boxwidth 0.9\n"
	      "set xtics rotate by -20 noenhanced\nset grid noxtics\nplot ",
	      f);
	for (size_t s = 0; s < p->n_series; s++) {
		const struct plot_series *q = &p->series[s];

		fprintf(f, "%s'%s' using %zu:%zu:xtic(1) lc rgb '%s' fs %s title \"%s\"", s ? ", " : "", data,
			2 * s + 2, 2 * s + 3, colour[s % COLOURS],
			q->measured ? "pattern 2 border" : "solid 0.85", q->name);
	}
	fputc('\n', f);
}

static void heat_ticks(FILE *f, char axis, const double *v, size_t n, bool bytes)
{
	fprintf(f, "set %ctics (", axis);
	for (size_t i = 0; i < n; i++) {
		double x = v[i];
		const char *unit = "";

		if (bytes && x >= 1048576) {
			x /= 1048576;
			unit = " MiB";
		} else if (bytes && x >= 1024) {
			x /= 1024;
			unit = " KiB";
		}
		fprintf(f, "%s\"%.4g%s\" %zu", i ? ", " : "", x, unit, i);
	}
	fprintf(f, ")%s\n", axis == 'x' ? "\nset xtics rotate by -35" : "");
}

static void script_heat(FILE *f, const struct plot *p, const char *data)
{
	heat_ticks(f, 'x', p->heat_x, p->cols, p->bytes_x);
	heat_ticks(f, 'y', p->heat_y, p->rows, p->bytes_y);
	fputs("unset grid\nunset key\nset palette defined (0 '#f7fbff', 0.4 '#6baed6', 0.7 '#2171b5', 1 "
	      "'#08306b')\n",
	      f);
	if (p->log_y)
		fputs("unset logscale y\nset logscale cb\n", f);
	fprintf(f, "set xrange [-0.5:%zu.5]\nset yrange [-0.5:%zu.5]\nplot '%s' using 1:2:3 with image\n",
		p->cols - 1, p->rows - 1, data);
}

static char *run_gnuplot(const char *script, const char *log)
{
	char *cmd = xasprintf("gnuplot '%s' 2>'%s'", script, log), *err = NULL;
	char text[400] = "";
	int status = system(cmd);

	if (status) {
		FILE *f = fopen(log, "r");

		if (f) {
			text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
			fclose(f);
		}
		err = status == 127 << 8 ? err_fmt("gnuplot is not installed (package gnuplot-nox)") :
					   err_fmt("%s: gnuplot: %s", script, text);
	}
	remove(log);
	free(cmd);
	return err;
}

static void write_script(FILE *f, const struct plot *p, const char *dat, const char *svg)
{
	script_common(f, p);
	fprintf(f, "set output '%s'\n", svg);
	if (p->kind == PLOT_LINES)
		script_lines(f, p, dat);
	else if (p->kind == PLOT_BARS)
		script_bars(f, p, dat);
	else
		script_heat(f, p, dat);
}

static void write_data(FILE *f, const struct plot *p)
{
	if (p->kind == PLOT_LINES)
		write_series(f, p);
	else if (p->kind == PLOT_BARS)
		write_bars(f, p);
	else
		write_heat(f, p);
}

char *plot_write(const char *dir, const char *name, const struct plot *p)
{
	char *folder = xasprintf("%s/plots", dir), *err = NULL;
	char *dat = xasprintf("%s/%s.dat", folder, name), *gp = xasprintf("%s/%s.gp", folder, name);
	char *svg = xasprintf("%s/%s.svg", folder, name), *log = xasprintf("%s/%s.log", folder, name);
	FILE *d, *s;

	if (mkdir(folder, 0777) && errno != EEXIST)
		err = err_fmt("%s: %s", folder, strerror(errno));
	d = err ? NULL : fopen(dat, "w");
	s = err ? NULL : fopen(gp, "w");
	if (d && s) {
		write_data(d, p);
		write_script(s, p, dat, svg);
	} else if (!err) {
		err = err_fmt("%s: cannot be written", gp);
	}
	if (d)
		fclose(d);
	if (s)
		fclose(s);
	if (!err)
		err = run_gnuplot(gp, log);
	free(folder);
	free(dat);
	free(gp);
	free(svg);
	free(log);
	return err;
}
