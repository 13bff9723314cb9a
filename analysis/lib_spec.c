/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analysis/lib_spec.h"

#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml.h"

const char *spec_text(const json_t *map, const char *key)
{
	return json_string_value(json_object_get(map, key));
}

char *spec_keys(const json_t *map, const char *const *known, const char *what)
{
	const char *key, *near;
	size_t n = 0;
	json_t *v;

	if (!json_is_object(map))
		return err_fmt("%s: not a mapping", what);
	while (known[n])
		n++;
	json_object_foreach((json_t *)map, key, v) {
		size_t i = 0;

		while (i < n && strcmp(known[i], key))
			i++;
		if (i < n)
			continue;
		near = nearest_name(key, known, n);
		return err_fmt("%s: unknown key '%s'%s%s%s", what, key,
			       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
	}
	return NULL;
}

char *spec_number(const json_t *map, const char *key, const char *what, double *out)
{
	const json_t *v = json_object_get(map, key);
	const char *text = json_string_value(v);
	char *end;
	double number;

	if (!v)
		return NULL;
	number = text ? strtod(text, &end) : -1;
	if (!text || !*text || *end || number < 0)
		return err_fmt("%s.%s: not a number of 0 or more", what, key);
	*out = number;
	return NULL;
}

const char *spec_item(const json_t *list, size_t i)
{
	if (json_is_string(list))
		return i ? NULL : json_string_value(list);
	return json_string_value(json_array_get(list, i));
}

bool spec_listed(const json_t *list, const char *word)
{
	const char *item;

	for (size_t i = 0; (item = spec_item(list, i)); i++)
		if (!strcmp(item, word))
			return true;
	return false;
}
