/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What param_print() writes, param_parse() and YAML read as the same value. */
#include "tests/tap.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "sim/param.h"
#include "sim/yaml.h"

struct all {
	uint32_t u32;
	uint64_t u64, size, time, rate, freq;
	double d;
	bool b;
	int e;
	char *s;
};

static const char *const choices[] = {"reno", "cubic", NULL};

#define ROW(name, type, member, def)                                                               \
	{                                                                                          \
		name, type, offsetof(struct all, member), def, NULL, NULL, choices, "h", "s"       \
	}

static const struct param params[] = {
	ROW("u32", PARAM_U32, u32, "1"),
	ROW("u64", PARAM_U64, u64, "1"),
	ROW("size", PARAM_SIZE, size, "1"),
	ROW("time", PARAM_TIME, time, "1"),
	ROW("rate", PARAM_RATE, rate, "1"),
	ROW("freq", PARAM_FREQ, freq, "1"),
	ROW("d", PARAM_DOUBLE, d, "1"),
	ROW("b", PARAM_BOOL, b, "on"),
	ROW("e", PARAM_ENUM, e, "cubic"),
	ROW("s", PARAM_STRING, s, ""),
	{0},
};
static const struct param_table table = {"all", "h", params, sizeof(struct all)};

/* Numerical Recipes' LCG: the same numbers everywhere. */
static uint64_t next_random(void)
{
	static uint64_t x = 1;

	x = x * 6364136223846793005u + 1442695040888963407u;
	return x ^ x >> 29;
}

static const char *const texts[] = {
	"",	     " ",	   "a b", "null", "~",	 "a: b", "# c",	     "\"q\"", "it's",
	"tab\there", "two\nlines", "[x",  "{}",	  "-",	 "- x",	 "%",	     "0",     "yes",
	"*a",	     "&a",	   "x:",  "!t",	  "\\n", "\x7f", "\xc3\xa9",
};

static void fill(struct all *a, unsigned int i)
{
	unsigned int shift = i % 64;

	a->u32 = (uint32_t)(next_random() >> shift);
	a->u64 = next_random() >> shift;
	a->size = next_random() >> shift << i % 30;
	a->time = next_random() >> shift;
	a->time -= a->time % (i % 3 ? 1000000 : 1);
	a->rate = (next_random() >> shift) % 400000 * 1000000;
	a->freq = next_random() >> shift;
	a->d = (double)(int64_t)next_random() / (double)(1 + next_random() % 1000000);
	a->b = i % 2;
	a->e = (int)(i / 2 % 2);
	free(a->s);
	a->s = strdup(texts[i % (sizeof(texts) / sizeof(texts[0]))]);
}

static void check(const struct all *a, const struct all *b)
{
	assert_int_equal(a->u32, b->u32);
	assert_true(a->u64 == b->u64 && a->size == b->size && a->time == b->time);
	assert_true(a->rate == b->rate && a->freq == b->freq);
	assert_true(a->d == b->d);
	assert_int_equal(a->b, b->b);
	assert_int_equal(a->e, b->e);
	assert_string_equal(a->s, b->s);
}

/* One after the other through param_parse(), except text, which is quoted. */
static void parse_each(const struct all *a, struct all *out)
{
	for (const struct param *p = params; p->name; p++) {
		char *text = param_print(p, a);

		if (p->type == PARAM_STRING)
			assert_null(param_parse(p, a->s, out));
		else
			assert_null(param_parse(p, text, out));
		free(text);
	}
}

/* All of them through the dump and YAML. */
static void load_dump(const struct all *a, struct all *out)
{
	struct yaml_node *tree;
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	param_dump(&table, a, f, 0);
	fclose(f);
	assert_null(yaml_parse("dump", text, &tree));
	assert_null(param_load(&table, tree, out));
	assert_null(yaml_unused(tree));
	yaml_free(tree);
	free(text);
}

static void test(void **state)
{
	struct all a = {0}, b, c;

	(void)state;
	for (unsigned int i = 0; i < 5000; i++) {
		fill(&a, i);
		param_defaults(&table, &b);
		param_defaults(&table, &c);
		parse_each(&a, &b);
		check(&a, &b);
		load_dump(&a, &c);
		check(&a, &c);
		param_free(&table, &b);
		param_free(&table, &c);
	}
	free(a.s);
}

int main(void)
{
	return RUN_ONE(test);
}
