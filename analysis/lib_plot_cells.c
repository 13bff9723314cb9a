/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Horizontal bars (profiles) and heat maps. */
#include "analysis/lib_plot_int.h"

#include <math.h>

static void names(FILE *f, const char *axis, char *const *list, size_t n, const char *rotate)
{
	fprintf(f, "set %stics %s(", axis, rotate);
	for (size_t i = 0; i < n; i++) {
		fputs(i ? ", " : "", f);
		plot_text(f, list[i]);
		fprintf(f, " %zu", i);
	}
	fputs(")\n", f);
}

void plot_hbars(FILE *f, const struct plot *p, const struct plot_layout *l, const char *name)
{
	const struct plot_panel *panel = &p->panel[0];
	double height = PLOT_GROUP / (double)(panel->n ? panel->n : 1);

	fprintf(f, "set yrange [%g:-0.5]\nset xrange [0:%.9g]\nset grid noytics xtics\n",
		(double)p->n_category - 0.5, l->y.high);
	names(f, "y", p->category, p->n_category, "");
	plot_label(f, "x", p->y_label, l->y.unit);
	plot_legend(f, p, l);
	fputs("plot ", f);
	for (size_t k = 0; k < panel->n; k++) {
		double off = ((double)k - ((double)panel->n - 1) / 2) * height;

		fprintf(f,
			"'%s.dat' index %zu using ($2/2):($1%+.4g):(0):2:($1%+.4g):($1%+.4g) with "
			"boxxyerror fs solid 0.88 noborder lc rgb '%s' notitle, \\\n  ",
			name, k, off, off - 0.47 * height, off + 0.47 * height, plot_colour(k));
	}
	fputs("1/0 notitle\n", f);
}

static void extent(const struct plot *p, double *low, double *high)
{
	*low = INFINITY;
	*high = -INFINITY;
	for (size_t i = 0; i < p->rows * p->cols; i++) {
		if (isnan(p->z[i]) || (p->log_y && p->z[i] <= 0))
			continue;
		*low = fmin(*low, p->z[i]);
		*high = fmax(*high, p->z[i]);
	}
	if (*low > *high)
		*low = 1, *high = 2;
	if (*low == *high)
		*high = *low + fmax(1e-9, fabs(*low) * 0.01);
}

/* Numbers in the cells, white on the dark ones. */
static void numbers(FILE *f, const struct plot *p, const char *name, double low, double high)
{
	char dark[160];

	if (p->log_y)
		snprintf(dark, sizeof(dark), "($3>0?log($3/%.9g)/log(%.9g/%.9g):0)>0.55", low, high,
			 low);
	else
		snprintf(dark, sizeof(dark), "($3-(%.9g))/(%.9g)>0.55", low, high - low);
	fprintf(f,
		", \\\n  '%s.dat' using 1:2:4:(%s?0xffffff:0x222222) with labels font ',11' tc rgb "
		"variable notitle",
		name, dark);
}

void plot_heat(FILE *f, const struct plot *p, const struct plot_layout *l, const char *name)
{
	double low, high;
	struct plot_scale s;

	extent(p, &low, &high);
	s = plot_scale_for(p->y_unit, high);
	names(f, "x", p->heat_x, p->cols, l->tilt ? "rotate by -30 " : "");
	names(f, "y", p->heat_y, p->rows, "");
	plot_label(f, "x", p->x_label, "");
	plot_label(f, "y", p->y_label, "");
	plot_label(f, "cb", "", s.unit);
	fputs("unset grid\nset palette defined (0 '#f7fcf0', 0.3 '#a8ddb5', 0.6 '#4eb3d3', 1 "
	      "'#084081')\n",
	      f);
	fprintf(f, "%sset cbrange [%.9g:%.9g]\nset format cb '%%.3g%s'\n",
		p->log_y ? "set logscale cb\n" : "", low / s.div, high / s.div, s.suffix);
	if (p->log_y)
		plot_log_ticks(f, "cb", low / s.div, high / s.div);
	fprintf(f, "set xrange [-0.5:%g]\nset yrange [-0.5:%g]\n", (double)p->cols - 0.5,
		(double)p->rows - 0.5);
	fprintf(f, "plot '%s.dat' using 1:2:($1-0.48):($1+0.48):($2-0.47):($2+0.47):", name);
	if (p->log_y)
		fprintf(f, "($3>0?$3/%.9g:%.9g)", s.div, low / s.div);
	else
		fprintf(f, "($3/%.9g)", s.div);
	fputs(" with boxxyerror fs solid noborder fc palette notitle", f);
	if (p->cols <= 14 && p->rows <= 16)
		numbers(f, p, name, low, high);
	fputc('\n', f);
}
