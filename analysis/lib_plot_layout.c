/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scales, and where everything stands, in pixels. */
#include "analysis/lib_plot_int.h"

#include <math.h>
#include <string.h>

static void pick(struct plot_scale *s, const char *const *names, double step, size_t n, double high)
{
	size_t i = 0;

	for (s->div = 1; i + 1 < n && high / s->div >= step; i++)
		s->div *= step;
	s->unit = names[i];
}

/* A linear scale for values up to `high` base units. */
struct plot_scale plot_scale_for(const char *unit, double high)
{
	static const char *const times[] = {"ps", "ns", "us", "ms", "s"};
	static const char *const sizes[] = {"B", "KiB", "MiB", "GiB"};
	static const char *const rates[] = {"bit/s", "kb/s", "Mb/s", "Gb/s"};
	static const char *const freqs[] = {"Hz", "kHz", "MHz", "GHz"};
	struct plot_scale s = {.div = 1, .unit = unit ? unit : "", .suffix = ""};

	if (!strcmp(s.unit, "ns"))
		pick(&s, times + 1, 1000, 4, high);
	else if (!strcmp(s.unit, "ps"))
		pick(&s, times, 1000, 5, high);
	else if (!strcmp(s.unit, "B"))
		pick(&s, sizes, 1024, 4, high);
	else if (!strcmp(s.unit, "bps"))
		pick(&s, rates, 1000, 4, high);
	else if (!strcmp(s.unit, "Hz"))
		pick(&s, freqs, 1000, 4, high);
	else if (high >= 2e6)
		s.div = 1e6, s.suffix = "M";
	else if (high >= 2e4)
		s.div = 1e3, s.suffix = "k";
	return s;
}

static void extent(const struct plot *p, bool y, double *low, double *high)
{
	*low = INFINITY;
	*high = -INFINITY;
	for (size_t i = 0; i < p->panels; i++)
		for (size_t k = 0; k < p->panel[i].n; k++)
			for (size_t j = 0; j < p->panel[i].series[k].n; j++) {
				const struct plot_series *s = &p->panel[i].series[k];
				double v = y ? s->y[j] : s->x[j];

				*low = fmin(*low, v);
				*high = fmax(*high, y ? v + s->half[j] : v);
			}
	if (*low > *high)
		*low = 0, *high = 1;
}

/* Smallest value above 0. */
static double smallest(const struct plot *p, bool y)
{
	double low = INFINITY;

	for (size_t i = 0; i < p->panels; i++)
		for (size_t k = 0; k < p->panel[i].n; k++)
			for (size_t j = 0; j < p->panel[i].series[k].n; j++) {
				double v =
					y ? p->panel[i].series[k].y[j] : p->panel[i].series[k].x[j];

				if (v > 0)
					low = fmin(low, v);
			}
	return isinf(low) ? 1 : low;
}

static void log_scale(const struct plot *p, bool y, const char *unit, double high,
		      struct plot_scale *s, bool *zeros)
{
	double low = smallest(p, y), bottom;

	s->div = !unit ? 1 : !strcmp(unit, "ns") ? 1e9 : !strcmp(unit, "ps") ? 1e12 : 1;
	extent(p, y, &bottom, &high);
	*zeros = y && bottom <= 0;
	s->low = (*zeros ? fmin(low, PLOT_ZERO_AT) / 1.3 : low / (y ? 1.5 : 1.15)) / s->div;
	s->high = fmax(high, low * 2) * (y ? 1.7 : 1.15) / s->div;
}

static void scales(const struct plot *p, struct plot_layout *l)
{
	double low, high;
	bool ignored;

	extent(p, true, &low, &high);
	l->y = plot_scale_for(p->y_unit, fmax(high, -low));
	l->y.high = high > 0 ? high * 1.12 / l->y.div : 1;
	l->y.low = low < 0 ? low * 1.08 / l->y.div : 0;
	if (p->log_y)
		log_scale(p, true, p->y_unit, high, &l->y, &l->zeros);
	extent(p, false, &low, &high);
	l->x = plot_scale_for(p->x_unit, high);
	l->x.low = (low - (p->time_x ? 0 : 0.02 * (high - low))) / l->x.div;
	l->x.high = (high + (p->time_x ? 0 : 0.02 * (high - low))) / l->x.div;
	if (high == low)
		l->x.high += 1;
	if (p->log_x)
		log_scale(p, false, NULL, high, &l->x, &ignored);
}

static size_t longest(char *const *names, size_t n)
{
	size_t most = 0;

	for (size_t i = 0; i < n; i++)
		if (strlen(names[i]) > most)
			most = strlen(names[i]);
	return most;
}

bool plot_any_measured(const struct plot *p)
{
	for (size_t i = 0; i < p->panels; i++)
		for (size_t k = 0; k < p->panel[i].n; k++)
			if (p->panel[i].series[k].measured)
				return true;
	return false;
}

/* The panel with most predicted series: its legend is everybody's. */
const struct plot_panel *plot_fullest(const struct plot *p)
{
	const struct plot_panel *most = NULL;

	for (size_t i = 0; i < p->panels; i++)
		if (!most || p->panel[i].n > most->n)
			most = &p->panel[i];
	return most;
}

size_t plot_legend_entries(const struct plot *p, size_t *widest)
{
	const struct plot_panel *m = plot_fullest(p);
	size_t n = plot_any_measured(p) ? 1 : 0;

	*widest = n ? strlen(PLOT_MEASURED) : 0;
	for (size_t i = 0; m && i < m->n; i++) {
		if (m->series[i].measured || !*m->series[i].name)
			continue;
		n++;
		if (strlen(m->series[i].name) > *widest)
			*widest = strlen(m->series[i].name);
	}
	return n;
}

static void legend_size(const struct plot *p, struct plot_layout *l)
{
	size_t widest, n = plot_legend_entries(p, &widest);
	double each = (double)widest * PLOT_CHAR_PX + 46;

	l->columns = (size_t)fmax(1, floor((l->width - 40) / each));
	if (l->columns > n)
		l->columns = n;
	l->legend_height = n ? PLOT_ROW_PX * ceil((double)n / (double)l->columns) + 8 : 0;
}

struct plot_layout plot_layout(const struct plot *p)
{
	struct plot_layout l = {
		.width = p->panels > 1 ? 1000 : 820, .left = 86, .right = 26, .top = 48};
	double tick = (double)longest(p->category, p->n_category) * PLOT_CHAR_PX;
	double plot = 290;

	scales(p, &l);
	if (p->panels > 1)
		l.top += 24;
	if (p->kind == PLOT_HBARS) {
		l.left = tick + 24;
		plot = 34 * (double)p->n_category + 10;
	}
	if (p->kind == PLOT_HEAT) {
		l.right = 120;
		l.left = (double)longest(p->heat_y, p->rows) * PLOT_CHAR_PX + 60;
		tick = (double)longest(p->heat_x, p->cols) * PLOT_CHAR_PX;
		plot = fmin(420, fmax(160, 34 * (double)p->rows));
	}
	l.inner = (l.width - l.left - l.right) / (p->panels > 1 ? (double)p->panels : 1);
	l.slot = l.inner / (double)(p->kind == PLOT_HEAT ? p->cols
				    : p->n_category	 ? p->n_category
							 : 1);
	l.tilt = p->kind != PLOT_HBARS && !p->tick_x && tick > 0.97 * l.slot;
	legend_size(p, &l);
	l.bottom = 56 + l.legend_height + (l.tilt ? fmin(tick, 160) * 0.5 + 4 : 0);
	l.height = l.top + plot + l.bottom;
	return l;
}
