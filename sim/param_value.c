/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Values with units, exactly: "1.5ns" is 1500 ps or an error, never 1499 or a
 * rounded 2000.  Digits are kept as integers; no floating point is involved
 * except for PARAM_DOUBLE.
 */
#include "sim/param_value.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml.h"

struct unit {
	const char *name;
	uint64_t scale;
};

/* The first is the base unit; printing takes the largest that divides. */
static const struct unit size_units[] = {
	{"B", 1},	   {"KiB", 1u << 10},	{"MiB", 1u << 20},
	{"GiB", 1u << 30}, {"TiB", 1ull << 40}, {"kB", 1000},
	{"MB", 1000000},   {"GB", 1000000000},	{"TB", 1000000000000},
	{NULL, 0},
};
static const struct unit time_units[] = {
	{"ps", 1},	    {"ns", 1000},	  {"us", 1000000},
	{"ms", 1000000000}, {"s", 1000000000000}, {NULL, 0},
};
static const struct unit rate_units[] = {
	{"bps", 1},	      {"kbps", 1000},	       {"Mbps", 1000000},
	{"Gbps", 1000000000}, {"Tbps", 1000000000000}, {NULL, 0},
};
static const struct unit freq_units[] = {
	{"Hz", 1}, {"kHz", 1000}, {"MHz", 1000000}, {"GHz", 1000000000}, {NULL, 0},
};
static const struct unit no_units[] = {{"", 1}, {NULL, 0}};

static const struct unit *units_of(enum param_type type)
{
	switch (type) {
	case PARAM_SIZE:
		return size_units;
	case PARAM_TIME:
		return time_units;
	case PARAM_RATE:
		return rate_units;
	case PARAM_FREQ:
		return freq_units;
	default:
		return no_units;
	}
}

const char *param_type_name(enum param_type type)
{
	static const char *const names[] = {
		[PARAM_U32] = "count",	   [PARAM_U64] = "count",     [PARAM_SIZE] = "size",
		[PARAM_TIME] = "time",	   [PARAM_RATE] = "bit rate", [PARAM_FREQ] = "frequency",
		[PARAM_DOUBLE] = "number", [PARAM_BOOL] = "on/off",   [PARAM_ENUM] = "choice",
		[PARAM_STRING] = "text",
	};

	return names[type];
}

const char *param_type_example(enum param_type type)
{
	switch (type) {
	case PARAM_SIZE:
		return "64, 512KiB, 10kB";
	case PARAM_TIME:
		return "75us, 1.5ns, 10s";
	case PARAM_RATE:
		return "10Gbps, 941Mbps";
	case PARAM_FREQ:
		return "2.0GHz, 1000Hz";
	case PARAM_DOUBLE:
		return "0.75, 3e-4";
	case PARAM_BOOL:
		return "on, off";
	default:
		return "0, 64, 1000";
	}
}

/* "a, b, c" of a NULL-terminated list. Caller frees. */
static char *join(const char *const *words)
{
	char *all = xstrdup("");

	for (size_t i = 0; words[i]; i++) {
		char *longer = xasprintf("%s%s%s", all, i ? ", " : "", words[i]);

		free(all);
		all = longer;
	}
	return all;
}

static size_t count_words(const char *const *words)
{
	size_t n = 0;

	while (words[n])
		n++;
	return n;
}

static char *bad_unit(enum param_type type, const char *text, const char *unit)
{
	const struct unit *u = units_of(type);
	const char *names[16];
	const char *near;
	char *all, *err;
	size_t n = 0;

	if (u == no_units)
		return err_fmt("'%s' is not a %s: no unit belongs here", text,
			       param_type_name(type));
	for (; u[n].name; n++)
		names[n] = u[n].name;
	names[n] = NULL;
	/* The nearest unit is most often the same letters in another case. */
	for (size_t i = 0; i < n; i++)
		if (strcasecmp(names[i], unit) == 0)
			return err_fmt("'%s': unit '%s' is written '%s'", text, unit, names[i]);
	all = join(names);
	near = nearest_name(unit, names, n);
	err = near ? err_fmt("'%s': '%s' is not a unit of %s; did you mean '%s'?", text, unit,
			     param_type_name(type), near)
		   : err_fmt("'%s': '%s' is not a unit of %s; units are %s", text, unit,
			     param_type_name(type), all);
	free(all);
	return err;
}

static char *too_large(const char *text)
{
	return err_fmt("'%s' is too large: it does not fit into 64 bits", text);
}

/* Decimal digits and at most one point: value = mantissa / 10^fraction. */
static char *scan_number(const char *text, unsigned __int128 *mantissa, unsigned int *fraction,
			 const char **rest)
{
	const char *p = text;
	bool point = false;
	unsigned int digits = 0;

	*mantissa = 0;
	*fraction = 0;
	for (; (*p >= '0' && *p <= '9') || (*p == '.' && !point); p++) {
		if (*p == '.') {
			point = true;
			continue;
		}
		digits++;
		*mantissa = *mantissa * 10 + (unsigned int)(*p - '0');
		*fraction += point;
		if (*mantissa >> 90)
			return too_large(text);
	}
	*rest = p;
	return digits ? NULL : xstrdup("");
}

static const struct unit *find_unit(enum param_type type, const char *name)
{
	const struct unit *u = units_of(type);

	if (*name == '\0')
		return u;
	while (u->name && strcmp(u->name, name) != 0)
		u++;
	return u->name ? u : NULL;
}

static char *scaled(enum param_type type, const char *text, unsigned __int128 v,
		    unsigned int fraction, const struct unit *unit, uint64_t *out)
{
	/* 2^90 * 2^40 overflows 128 bits only for values that are too large */
	if (v > UINT64_MAX && fraction == 0)
		return too_large(text);
	for (; fraction && v % 10 == 0; fraction--)
		v /= 10;
	if (v >> 88)
		return err_fmt("'%s' has more digits than can be kept", text);
	v *= unit->scale;
	for (; fraction; fraction--) {
		if (v % 10 && units_of(type) == no_units)
			return err_fmt("'%s' is not a whole number", text);
		if (v % 10)
			return err_fmt("'%s' is finer than 1 %s", text, units_of(type)->name);
		v /= 10;
	}
	if (v > UINT64_MAX)
		return too_large(text);
	*out = (uint64_t)v;
	return NULL;
}

char *param_value_number(enum param_type type, const char *text, uint64_t *out)
{
	unsigned __int128 mantissa;
	const struct unit *unit;
	unsigned int fraction;
	const char *rest = text;
	uint64_t value = 0;
	char *err;

	if (text[0] == '-' && text[1] >= '0' && text[1] <= '9')
		return err_fmt("'%s' is negative", text);
	err = scan_number(text, &mantissa, &fraction, &rest);
	if (err && *err)
		return err;
	if (err) {
		free(err);
		return err_fmt("'%.60s' is not a %s (such as %s)", text, param_type_name(type),
			       param_type_example(type));
	}
	rest += strspn(rest, " ");
	unit = find_unit(type, rest);
	if (!unit)
		return bad_unit(type, text, rest);
	err = scaled(type, text, mantissa, fraction, unit, &value);
	if (!err && type == PARAM_U32 && value > UINT32_MAX)
		return err_fmt("'%s' is too large: it does not fit into 32 bits", text);
	if (!err)
		*out = value;
	return err;
}

char *param_value_double(const char *text, double *out)
{
	char *end;

	/* No hex floats, no "inf", no leading space: what strtod() takes too. */
	if (text[strspn(text, "0123456789.eE+-")] != '\0' || text[0] == '\0')
		return err_fmt("'%.60s' is not a number (such as %s)", text,
			       param_type_example(PARAM_DOUBLE));
	errno = 0;
	*out = strtod(text, &end);
	if (end == text || *end)
		return err_fmt("'%.60s' is not a number (such as %s)", text,
			       param_type_example(PARAM_DOUBLE));
	if (!isfinite(*out) || (errno == ERANGE && fabs(*out) > 1))
		return err_fmt("'%.60s' is too large", text);
	return NULL;
}

char *param_value_bool(const char *text, bool *out)
{
	static const char *const yes[] = {"on", "true", "yes", "1"};
	static const char *const no[] = {"off", "false", "no", "0"};

	for (size_t i = 0; i < 4; i++) {
		if (strcasecmp(text, yes[i]) != 0 && strcasecmp(text, no[i]) != 0)
			continue;
		*out = strcasecmp(text, yes[i]) == 0;
		return NULL;
	}
	return err_fmt("'%.60s' is neither on nor off", text);
}

char *param_value_enum(const char *const *choices, const char *text, int *out)
{
	const char *near;
	char *all, *err;

	for (int i = 0; choices[i]; i++) {
		if (strcmp(choices[i], text) != 0)
			continue;
		*out = i;
		return NULL;
	}
	near = nearest_name(text, choices, count_words(choices));
	all = join(choices);
	err = near ? err_fmt("'%.60s' is not one of %s; did you mean '%s'?", text, all, near)
		   : err_fmt("'%.60s' is not one of %s", text, all);
	free(all);
	return err;
}

/*
 * The largest unit that gives a whole number; binary sizes first, so that
 * 65536 is 64KiB and 10000 is 10kB.
 */
char *param_value_print(enum param_type type, uint64_t v)
{
	const struct unit *units = units_of(type), *best = units;

	for (const struct unit *u = units; u->name; u++) {
		bool binary = (best->scale & (best->scale - 1)) == 0 && best->scale > 1;

		if (v == 0 || v % u->scale || u->scale <= best->scale)
			continue;
		if (type == PARAM_SIZE && binary && u->scale % 1024)
			continue;
		best = u;
	}
	return xasprintf("%llu%s", (unsigned long long)(v / best->scale), best->name);
}
