/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/sweep_range.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/param_value.h"

/* Of plain decimals; more digits are an error. */
#define MAX_FRACTION 9

struct range {
	char *from, *to, *step; /* as written; step may be NULL */
	bool log2;
	bool plain; /* no unit; else type has it */
	enum param_type type;
	unsigned int fraction; /* plain: digits behind the point, of all three */
	uint64_t a, b, by;
};

bool range_is(const char *text)
{
	return strncmp(text, "log2(", 5) == 0 || strncmp(text, "range(", 6) == 0;
}

static char *trimmed(const char *s, size_t n)
{
	while (n && *s == ' ') {
		s++;
		n--;
	}
	while (n && s[n - 1] == ' ')
		n--;
	return xasprintf("%.*s", (int)n, s);
}

static char *bad_form(const char *text)
{
	return err_fmt("'%s' is not a range: log2(512KiB..8MiB) and range(1..10 step 2) are", text);
}

/* Cuts "log2(A..B)" and "range(A..B step C)". */
static char *split(const char *text, struct range *r)
{
	const char *open = strchr(text, '('), *dots, *step, *end = text + strlen(text) - 1;

	r->log2 = text[0] == 'l';
	dots = strstr(open, "..");
	step = strstr(open, " step ");
	if (*end != ')' || !dots || (step && (step < dots || r->log2)))
		return bad_form(text);
	r->from = trimmed(open + 1, (size_t)(dots - open) - 1);
	r->to = trimmed(dots + 2, (size_t)((step ? step : end) - dots) - 2);
	if (step)
		r->step = trimmed(step + 6, (size_t)(end - step) - 6);
	return NULL;
}

static bool has_unit(const char *s)
{
	return s && s[0] != '\0' && isalpha((unsigned char)s[strlen(s) - 1]);
}

static bool takes(enum param_type type, const char *s, uint64_t *out)
{
	char *err;

	if (!s)
		return true;
	/* "512..8KiB" is clear; "1..8us" is not */
	if (type != PARAM_SIZE && !has_unit(s))
		return false;
	err = param_value_number(type, s, out);
	free(err);
	return !err;
}

static char *read_with_unit(const char *text, struct range *r)
{
	static const enum param_type types[] = {PARAM_SIZE, PARAM_TIME, PARAM_RATE, PARAM_FREQ};

	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		r->type = types[i];
		if (takes(r->type, r->from, &r->a) && takes(r->type, r->to, &r->b) &&
		    takes(r->type, r->step, &r->by))
			return NULL;
	}
	return err_fmt("'%s': the numbers need units of one kind (KiB, us, Gbps, GHz ...)", text);
}

static unsigned int fraction_of(const char *s)
{
	const char *point = s ? strchr(s, '.') : NULL;

	return point ? (unsigned int)strlen(point + 1) : 0;
}

/* "0.25" with 3 digits is 250. */
static bool read_plain(const char *s, unsigned int fraction, uint64_t *out)
{
	unsigned int have = fraction_of(s);
	bool point = false;
	uint64_t v = 0;

	if (!isdigit((unsigned char)s[0]))
		return false;
	for (; *s; s++) {
		if (*s == '.' && !point) {
			point = true;
			continue;
		}
		if (!isdigit((unsigned char)*s) || v > INT64_MAX / 10 - 10)
			return false;
		v = 10 * v + (uint64_t)(*s - '0');
	}
	for (; have < fraction; have++) {
		if (v > INT64_MAX / 10)
			return false;
		v *= 10;
	}
	*out = v;
	return true;
}

static char *read_without_unit(const char *text, struct range *r)
{
	const char *step = r->step ? r->step : "1";
	const char *all[] = {r->from, r->to, step};

	for (size_t i = 0; i < 3; i++)
		if (fraction_of(all[i]) > r->fraction)
			r->fraction = fraction_of(all[i]);
	if (r->fraction > MAX_FRACTION)
		return err_fmt("'%s': more than %d digits behind the point", text, MAX_FRACTION);
	if (!read_plain(r->from, r->fraction, &r->a) || !read_plain(r->to, r->fraction, &r->b) ||
	    !read_plain(step, r->fraction, &r->by))
		return bad_form(text);
	return NULL;
}

static char *check(const char *text, const struct range *r)
{
	if (r->a > r->b)
		return err_fmt("'%s': %s is above %s", text, r->from, r->to);
	if (r->log2 && r->a == 0)
		return err_fmt("'%s': doubling does not leave 0", text);
	if (!r->log2 && !r->plain && !r->step)
		return err_fmt("'%s' needs a step", text);
	if (!r->log2 && r->by == 0)
		return err_fmt("'%s': the step is 0", text);
	if (!r->log2 && (r->b - r->a) / r->by >= SWEEP_MAX_VALUES)
		return err_fmt("'%s' has more than %d values", text, SWEEP_MAX_VALUES);
	return NULL;
}

static char *print(const struct range *r, uint64_t v)
{
	uint64_t one = 1;
	char *s;
	size_t n;

	if (!r->plain)
		return param_value_print(r->type, v);
	for (unsigned int i = 0; i < r->fraction; i++)
		one *= 10;
	if (v % one == 0)
		return xasprintf("%llu", (unsigned long long)(v / one));
	s = xasprintf("%llu.%0*llu", (unsigned long long)(v / one), (int)r->fraction,
		      (unsigned long long)(v % one));
	for (n = strlen(s); s[n - 1] == '0'; n--)
		s[n - 1] = '\0';
	return s;
}

static void fill(const struct range *r, char ***values, size_t *n)
{
	uint64_t v = r->a;

	*values = xcalloc(SWEEP_MAX_VALUES + 1, sizeof(**values));
	for (*n = 0; v <= r->b && *n <= SWEEP_MAX_VALUES; (*n)++) {
		uint64_t more = r->log2 ? v : r->by;

		(*values)[*n] = print(r, v);
		if (v > UINT64_MAX - more) {
			(*n)++;
			return;
		}
		v += more;
	}
}

char *range_values(const char *text, char ***values, size_t *n)
{
	struct range r = {0};
	char *err = split(text, &r);

	if (!err) {
		r.plain = !has_unit(r.from) && !has_unit(r.to) && !(r.step && has_unit(r.step));
		err = r.plain ? read_without_unit(text, &r) : read_with_unit(text, &r);
	}
	if (!err)
		err = check(text, &r);
	if (!err)
		fill(&r, values, n);
	free(r.from);
	free(r.to);
	free(r.step);
	return err;
}
