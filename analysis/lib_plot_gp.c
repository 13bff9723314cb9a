/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gnuplot scripts: frame, axes, curves and bars, legend. */
#include "analysis/lib_plot_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"

/* Okabe and Ito's colours: told apart by everybody, and in grey. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
				      "#e69f00", "#56b4e9", "#444444", "#8c6d31"};
#define COLOURS (sizeof(colours) / sizeof(colours[0]))

void plot_text(FILE *f, const char *s)
{
	fputc('"', f);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			fputc('\\', f);
		fputc(*s == '\n' ? ' ' : *s, f);
	}
	fputc('"', f);
}

const char *plot_colour(size_t i)
{
	return colours[i % COLOURS];
}

/* Prefix of the SVG's ids, so that several fit into one page. */
static char *svg_name(const char *name)
{
	char *id = xasprintf("p%s", name);

	for (char *c = id; *c; c++)
		if (*c == '-')
			*c = '_';
	return id;
}

static void head(FILE *f, const struct plot *p, const struct plot_layout *l, const char *name)
{
	char *id = svg_name(name);

	fprintf(f,
		"# Draws %s.svg from %s.dat: gnuplot %s.gp\n"
		"set terminal svg name '%s' size %.0f,%.0f font 'Helvetica,13' background "
		"'#ffffff' "
		"noenhanced\nset output '%s.svg'\nset encoding utf8\n",
		name, name, name, id, l->width, l->height, name);
	free(id);
	fputs("set border 3 lc rgb '#888888'\nset tics nomirror scale 0.6 textcolor rgb '#222222'\n"
	      "set grid ytics lc rgb '#e2e2e2' lw 0.8 lt 1\nunset key\n",
	      f);
	fputs("set label 1 ", f);
	plot_text(f, p->title);
	fprintf(f, " at screen %.4f,%.4f left font ',15' tc rgb '#111111'\n", 16 / l->width,
		1 - 22 / l->height);
	fprintf(f, "set multiplot layout 1,%zu margins %.4f,%.4f,%.4f,%.4f spacing %.4f\n",
		p->panels ? p->panels : 1, l->left / l->width, 1 - l->right / l->width,
		l->bottom / l->height, 1 - l->top / l->height, 22 / l->width);
}

void plot_label(FILE *f, const char *axis, const char *label, const char *unit)
{
	char *both = xasprintf("%s%s%s", label, *label && *unit ? ", " : "", unit);

	fprintf(f, "set %slabel ", axis);
	plot_text(f, both);
	fputs(" tc rgb '#333333'\n", f);
	free(both);
}

static const char *log_format(const char *unit, double low)
{
	if (unit && (!strcmp(unit, "ns") || !strcmp(unit, "ps")))
		return "%.0s %cs";
	return low < 1 ? "%g" : "%.0s%c";
}

static void byte_ticks(FILE *f, const char *axis, double low, double high)
{
	static const char *const unit[] = {"B", "KiB", "MiB", "GiB"};
	const char *sep = "";

	fprintf(f, "set %stics (", axis);
	for (int i = 0; i<40; i += high / low> 4096 ? 4 : 2) {
		if (exp2(i) < low || exp2(i) > high)
			continue;
		fprintf(f, "%s\"%d %s\" %.0f", sep, 1 << i % 10, unit[i / 10], exp2(i));
		sep = ", ";
	}
	fputs(")\n", f);
}

void plot_log_ticks(FILE *f, const char *axis, double low, double high)
{
	static const double steps[] = {1, 2, 5};
	const char *sep = "";

	if (high / low > 200)
		return; /* decades will do */
	fprintf(f, "set %stics (", axis);
	for (int decade = (int)floor(log10(low)); pow(10, decade) <= high; decade++)
		for (size_t i = 0; i < 3; i++) {
			double at = pow(10, decade) * steps[i];

			if (at < low || at > high)
				continue;
			fprintf(f, "%s%.9g", sep, at);
			sep = ", ";
		}
	fputs(")\n", f);
}

static void log_y_axis(FILE *f, const struct plot *p, const struct plot_layout *l)
{
	bool bytes = p->y_unit && !strcmp(p->y_unit, "B");

	plot_label(f, "y", p->y_label, bytes || l->y.div > 1 || !p->y_unit ? "" : p->y_unit);
	fputs("set logscale y\n", f);
	if (bytes) {
		byte_ticks(f, "y", l->y.low, l->y.high);
		return;
	}
	fprintf(f, "set format y '%s'\n", log_format(p->y_unit, l->y.low));
	plot_log_ticks(f, "y", l->y.low, l->y.high);
	if (l->zeros)
		fprintf(f, "set ytics add (\"0\" %g)\n", PLOT_ZERO_AT);
}

static void y_axis(FILE *f, const struct plot *p, const struct plot_layout *l)
{
	fprintf(f, "set yrange [%.9g:%.9g]\n", l->y.low, l->y.high);
	if (p->log_y) {
		log_y_axis(f, p, l);
		return;
	}
	plot_label(f, "y", p->y_label, l->y.unit);
	fprintf(f, "set format y '%%g%s'\n", l->y.suffix);
}

/* Where a tick stands, in pixels from the panel's left. */
static double tick_px(const struct plot *p, const struct plot_layout *l, size_t i)
{
	double x = p->tick_x ? p->tick_x[i] : (double)i;

	if (!p->tick_x)
		return ((double)i + 0.5) * l->slot;
	if (p->log_x)
		return l->inner * log(x / l->x.low) / log(l->x.high / l->x.low);
	return l->inner * (x / l->x.div - l->x.low) / (l->x.high - l->x.low);
}

/* Names that would run into the one before are left out. */
static void named_ticks(FILE *f, const struct plot *p, const struct plot_layout *l)
{
	double free_from = -1e9;
	const char *sep = "";

	fprintf(f, "set xtics %s(", l->tilt ? "rotate by -30 " : "norotate ");
	for (size_t i = 0; i < p->n_category; i++) {
		double width = (double)strlen(p->category[i]) * PLOT_CHAR_PX;
		double at = tick_px(p, l, i), half = l->tilt ? 8 : width / 2;
		bool fits = at - half >= free_from;

		fputs(sep, f);
		plot_text(f, fits ? p->category[i] : "");
		fprintf(f, " %.9g", p->tick_x ? p->tick_x[i] : (double)i);
		if (fits)
			free_from = at + half + 4;
		sep = ", ";
	}
	fputs(")\n", f);
}

static void x_axis(FILE *f, const struct plot *p, const struct plot_layout *l)
{
	bool named = p->n_category > 0;

	if (p->kind == PLOT_BARS || (named && !p->tick_x))
		fprintf(f, "set xrange [-0.5:%g]\n", (double)p->n_category - 0.5);
	else
		fprintf(f, "set xrange [%.9g:%.9g]\n", l->x.low, l->x.high);
	if (p->log_x)
		fputs("set logscale x 2\n", f);
	plot_label(f, "x", p->x_label, named ? "" : l->x.unit);
	if (named)
		named_ticks(f, p, l);
	else if (p->log_x)
		fputs("set format x '%g'\n", f);
	else
		fprintf(f, "set format x '%%g%s'\n", l->x.suffix);
}

static void block(FILE *f, const char *name, size_t index)
{
	fprintf(f, "'%s.dat' index %zu using ", name, index);
}

/* The value scaled, a count of 0 moved onto the log axis. */
static const char *value(const struct plot_layout *l, const char *column)
{
	static char text[2][80];
	static unsigned int turn;
	char *t = text[turn++ % 2];

	if (l->zeros)
		snprintf(t, sizeof(text[0]), "(%s>0?%s/%.9g:%g)", column, column, l->y.div,
			 PLOT_ZERO_AT);
	else
		snprintf(t, sizeof(text[0]), "(%s/%.9g)", column, l->y.div);
	return t;
}

/* x as an expression: scaled, or for bars the middle of the series' bar. */
static void x_expression(FILE *f, const struct plot *p, const struct plot_layout *l,
			 const struct plot_series *s, size_t bars)
{
	double width = PLOT_GROUP / (double)bars;

	if (p->kind == PLOT_BARS)
		fprintf(f, "($1%+.6g)", ((double)s->colour - ((double)bars - 1) / 2) * width);
	else
		fprintf(f, "($1/%.9g)", p->log_x || p->n_category ? 1.0 : l->x.div);
}

static void draw_measured(FILE *f, const struct plot *p, const struct plot_layout *l,
			  const char *name, size_t index, const struct plot_series *s, size_t bars)
{
	static const char *const looks[] = {
		":%s with points pt 13 ps 1.15 lc rgb '#ffffff' notitle, \\\n  ",
		":%s with points pt 12 ps 1.15 lw 1.6 lc rgb '#111111' notitle, \\\n  ",
		":%s:4 with labels center offset 0,1 font ',11' tc rgb '#111111' notitle",
	};

	for (size_t i = 0; i < 3; i++) {
		block(f, name, index);
		x_expression(f, p, l, s, bars);
		fprintf(f, looks[i], value(l, "$2"));
	}
}

/* T-ended bars from y - half to y + half, cut off at the axis. */
static void draw_error(FILE *f, const struct plot *p, const struct plot_layout *l, const char *name,
		       size_t index, const struct plot_series *s, size_t bars)
{
	block(f, name, index);
	x_expression(f, p, l, s, bars);
	fprintf(f,
		":($3>0?(lo=($2-$3)/%.9g,lo<%.9g?%.9g:lo):1/0):(0):(($2+$3)/%.9g-"
		"(lo=($2-$3)/%.9g,lo<%.9g?%.9g:lo)) with vectors heads size graph 0.006,90 lw 1.3 "
		"lc rgb "
		"'%s' notitle",
		l->y.div, l->y.low, l->y.low, l->y.div, l->y.div, l->y.low, l->y.low,
		p->kind == PLOT_BARS ? "#111111" : plot_colour(s->colour));
}

static void draw_predicted(FILE *f, const struct plot *p, const struct plot_layout *l,
			   const char *name, size_t index, const struct plot_series *s, size_t bars)
{
	block(f, name, index);
	x_expression(f, p, l, s, bars);
	fprintf(f, ":%s", value(l, "$2"));
	if (p->kind == PLOT_BARS)
		fprintf(f, ":(%.6g) with boxes fs solid 0.88 noborder",
			0.94 * PLOT_GROUP / (double)bars);
	else if (p->time_x)
		fputs(" with lines lw 1.3", f);
	else
		fputs(" with linespoints lw 2 pt 7 ps 0.55", f);
	fprintf(f, " lc rgb '%s' notitle", plot_colour(s->colour));
}

static size_t bars_of(const struct plot *p)
{
	size_t most = 1;

	for (size_t i = 0; i < p->panels; i++)
		for (size_t k = 0; k < p->panel[i].n; k++)
			if (p->panel[i].series[k].colour + 1 > most)
				most = p->panel[i].series[k].colour + 1;
	return most < 2 ? 2 : most; /* a single bar is not wider than half */
}

static void draw_panel(FILE *f, const struct plot *p, const struct plot_layout *l, const char *name,
		       size_t i)
{
	const struct plot_panel *panel = &p->panel[i];
	size_t bars = bars_of(p);

	fputs("plot ", f);
	for (size_t pass = 0; pass < 3; pass++)
		for (size_t k = 0; k < panel->n; k++) {
			const struct plot_series *s = &panel->series[k];
			size_t index = plot_block(p, i, k);

			if (s->measured != (pass == 2) || (pass == 1 && p->time_x))
				continue;
			if (pass == 0)
				draw_predicted(f, p, l, name, index, s, bars);
			else if (pass == 1)
				draw_error(f, p, l, name, index, s, bars);
			else
				draw_measured(f, p, l, name, index, s, bars);
			fputs(", \\\n  ", f);
		}
	fputs("1/0 notitle", f);
}

/* One entry: its sign and its text, at pixels from the left and bottom. */
static void legend_entry(FILE *f, const struct plot *p, const struct plot_layout *l, size_t i,
			 const char *name, const char *colour, bool measured)
{
	size_t widest, n = plot_legend_entries(p, &widest);
	double each = (double)widest * PLOT_CHAR_PX + 46;
	double rows = ceil((double)n / (double)l->columns);
	double left = (l->width - each * (double)l->columns) / 2 + 8;
	double x = (left + each * (double)(i % l->columns)) / l->width;
	double row = floor((double)i / (double)l->columns);
	double y = (4 + PLOT_ROW_PX * (rows - row - 0.5)) / l->height;
	double wide = 22 / l->width, high = 5.5 / l->height;

	if (measured)
		fprintf(f,
			"set label %zu '' at screen %.5f,%.5f point pt 12 ps 1.15 lw 1.6 lc rgb "
			"'#111111'\n",
			100 + i, x + wide / 2, y);
	else if (p->kind == PLOT_LINES)
		fprintf(f,
			"set arrow %zu from screen %.5f,%.5f to screen %.5f,%.5f nohead lw 2.4 lc "
			"rgb "
			"'%s'\n",
			100 + i, x, y, x + wide, y, colour);
	else
		fprintf(f,
			"set object %zu rect from screen %.5f,%.5f to screen %.5f,%.5f fc rgb '%s' "
			"fs "
			"solid 0.88 noborder\n",
			100 + i, x, y - high, x + wide, y + high, colour);
	fprintf(f, "set label %zu ", 200 + i);
	plot_text(f, name);
	fprintf(f, " at screen %.5f,%.5f left tc rgb '#222222'\n", x + wide * 1.35, y);
}

void plot_legend(FILE *f, const struct plot *p, const struct plot_layout *l)
{
	const struct plot_panel *m = plot_fullest(p);
	size_t n = 0;

	if (!l->legend_height)
		return;
	for (size_t i = 0; m && i < m->n; i++)
		if ((!m->series[i].measured) && *m->series[i].name)
			legend_entry(f, p, l, n++, m->series[i].name,
				     plot_colour(m->series[i].colour), false);
	if (plot_any_measured(p))
		legend_entry(f, p, l, n, PLOT_MEASURED, "", true);
}

/* Title and legend belong to the whole picture: the first panel draws them. */
static void after_first(FILE *f)
{
	fputs("\nunset label\nunset arrow\nunset object\nset ylabel ''\nset format y ''\n", f);
}

static void panels(FILE *f, const struct plot *p, const struct plot_layout *l, const char *name)
{
	y_axis(f, p, l);
	x_axis(f, p, l);
	plot_legend(f, p, l);
	for (size_t i = 0; i < p->panels; i++) {
		if (p->panels > 1) {
			fputs("set title ", f);
			plot_text(f, p->panel[i].title);
			fputs(" offset 0,-0.6 tc rgb '#333333'\n", f);
		}
		draw_panel(f, p, l, name, i);
		after_first(f);
	}
}

void plot_script(FILE *f, const struct plot *p, const char *name)
{
	struct plot_layout l = plot_layout(p);

	head(f, p, &l, name);
	if (p->kind == PLOT_HEAT)
		plot_heat(f, p, &l, name);
	else if (p->kind == PLOT_HBARS)
		plot_hbars(f, p, &l, name);
	else
		panels(f, p, &l, name);
	fputs("unset multiplot\n", f);
}
