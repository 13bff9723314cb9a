/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "scenarios/cli_args.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/param_value.h"
#include "sim/yaml.h"

static void push(struct cli_list *l, const char *item)
{
	l->items = xrealloc(l->items, (l->n + 1) * sizeof(*l->items));
	l->items[l->n++] = item;
}

static char *store(const struct cli_command *c, const struct cli_option *o, const char *value,
		   struct cli_args *out)
{
	void *to = (char *)out + o->offset;
	uint64_t count;
	char *err;

	switch (o->type) {
	case CLI_FLAG:
		*(bool *)to = true;
		return NULL;
	case CLI_TEXT:
		*(const char **)to = value;
		return NULL;
	case CLI_LIST:
		push(to, value);
		return NULL;
	case CLI_COUNT:
		break;
	}
	err = param_value_number(PARAM_U32, value, &count);
	if (!err && (count < 1 || count > 1000000))
		err = err_fmt("'%s' is out of range 1..1000000", value);
	if (err)
		return err_in(err, "nicpath %s: %s", c->name, o->name);
	*(unsigned int *)to = (unsigned int)count;
	return NULL;
}

static const struct cli_option help_option = {
	"--help", 'h', CLI_FLAG, offsetof(struct cli_args, help), NULL, "this text"};

static const struct cli_option *find_long(const struct cli_command *c, const char *arg, size_t len)
{
	for (const struct cli_option *o = c->options; o->name; o++)
		if (strncmp(o->name, arg, len) == 0 && o->name[len] == '\0')
			return o;
	return len == 6 && strncmp(arg, "--help", 6) == 0 ? &help_option : NULL;
}

static const struct cli_option *find_short(const struct cli_command *c, char letter)
{
	for (const struct cli_option *o = c->options; o->name; o++)
		if (o->letter == letter)
			return o;
	return letter == 'h' ? &help_option : NULL;
}

static char *unknown_option(const struct cli_command *c, const char *arg, size_t len)
{
	const char *names[32], *near;
	char *word = xasprintf("%.*s", (int)len, arg), *err;
	size_t n = 0;

	for (const struct cli_option *o = c->options; o->name && n < 31; o++)
		if (o->help)
			names[n++] = o->name;
	names[n++] = "--help";
	near = nearest_name(word, names, n);
	err = near ? err_fmt("nicpath %s: unknown option '%s'; did you mean '%s'?", c->name, word,
			     near)
		   : err_fmt("nicpath %s: unknown option '%s' (nicpath %s --help)", c->name, word,
			     c->name);
	free(word);
	return err;
}

/* The value of an option: behind "=" or the letter, or the next word. */
static char *take_option(const struct cli_command *c, const struct cli_option *o,
			 const char *attached, int argc, char **argv, int *i, struct cli_args *out)
{
	if (o->type == CLI_FLAG && attached)
		return err_fmt("nicpath %s: %s takes no value", c->name, o->name);
	if (o->type != CLI_FLAG && !attached) {
		if (*i + 1 >= argc)
			return err_fmt("nicpath %s: %s needs a value (%s)", c->name, o->name,
				       o->value);
		attached = argv[++*i];
	}
	return store(c, o, attached, out);
}

static char *parse_word(const struct cli_command *c, int argc, char **argv, int *i,
			struct cli_args *out)
{
	const char *arg = argv[*i];
	const struct cli_option *o;
	size_t len;

	if (arg[0] != '-' || arg[1] == '\0') {
		push(&out->words, arg);
		return NULL;
	}
	if (arg[1] == '-') {
		len = strcspn(arg, "=");
		o = find_long(c, arg, len);
		if (!o)
			return unknown_option(c, arg, len);
		return take_option(c, o, arg[len] ? arg + len + 1 : NULL, argc, argv, i, out);
	}
	o = find_short(c, arg[1]);
	if (!o)
		return unknown_option(c, arg, 2);
	return take_option(c, o, arg[2] ? arg + 2 : NULL, argc, argv, i, out);
}

static char *check_words(const struct cli_command *c, const struct cli_args *a)
{
	if (a->help)
		return NULL;
	if (a->words.n < c->min_words)
		return err_fmt("nicpath %s: %s is missing (nicpath %s --help)", c->name, c->words,
			       c->name);
	if (a->words.n > c->max_words)
		return err_fmt("nicpath %s: '%s' is one word too many", c->name,
			       a->words.items[c->max_words]);
	return NULL;
}

char *cli_parse(const struct cli_command *c, int argc, char **argv, struct cli_args *out)
{
	char *err = NULL;
	bool options = true;

	memset(out, 0, sizeof(*out));
	for (int i = 0; i < argc && !err; i++) {
		bool word = !options || (c->passes_all && strcmp(argv[i], "--help") != 0);

		if (word)
			push(&out->words, argv[i]);
		else if (strcmp(argv[i], "--") == 0)
			options = false;
		else
			err = parse_word(c, argc, argv, &i, out);
	}
	if (!err)
		err = check_words(c, out);
	if (err)
		cli_args_free(out);
	return err;
}

void cli_args_free(struct cli_args *a)
{
	free(a->set.items);
	free(a->only.items);
	free(a->words.items);
	memset(a, 0, sizeof(*a));
}

static void print_option(const struct cli_option *o, FILE *f)
{
	char letter[8] = "";
	char *left;

	if (!o->help)
		return;
	if (o->letter)
		snprintf(letter, sizeof(letter), "-%c, ", o->letter);
	left = xasprintf("%s%s%s%s", letter, o->name, o->value ? " " : "",
			 o->value ? o->value : "");
	fprintf(f, "  %-24s %s\n", left, o->help);
	free(left);
}

void cli_print_help(const struct cli_command *c, FILE *f)
{
	bool any = c->options->name && c->options->help;

	fprintf(f, "usage: nicpath %s%s%s%s\n\n%s\n", c->name, c->words[0] ? " " : "", c->words,
		any ? " [options]" : "", c->summary);
	if (c->text)
		fprintf(f, "\n%s\n", c->text);
	fputs("\noptions:\n", f);
	for (const struct cli_option *o = c->options; o->name; o++)
		print_option(o, f);
	print_option(&help_option, f);
}

int cli_fail(int status, char *err)
{
	fflush(stdout);
	fprintf(stderr, "%s\n", err);
	free(err);
	return status;
}
