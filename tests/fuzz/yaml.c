/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Any text at all goes into the YAML reader: it ends with a tree or a message
 * that begins with the file's name, and a tree that is written reads back as
 * itself.  `make fuzz` runs it; libFuzzer and the address sanitizer look on.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/yaml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* abort(), not sim_assert(): libFuzzer keeps the input then. */
static void must(int condition)
{
	if (!condition)
		abort();
}

static void check_message(char *err)
{
	must(strncmp(err, "fuzz", 4) == 0);
	free(err);
}

static void check_tree(struct yaml_node *tree)
{
	char *once = yaml_write(tree), *twice, *err;
	struct yaml_node *again;

	must(yaml_size(tree) <= YAML_MAX_NODES);
	/* what was a long quoted line may now be too long: a message, then */
	err = yaml_parse("fuzz", once, &again);
	if (err) {
		must(strstr(err, "64 KiB") || strstr(err, "4 MiB") || strstr(err, "64 levels"));
		free(err);
		free(once);
		return;
	}
	twice = yaml_write(again);
	must(strcmp(once, twice) == 0);
	yaml_free(again);
	free(once);
	free(twice);
}

static void check_set(struct yaml_node *tree, const char *text)
{
	char *err = yaml_set(tree, "a.b.c", text, "fuzz");

	if (err)
		check_message(err);
	err = yaml_unused(tree);
	free(err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct yaml_node *tree;
	char *err;

	memcpy(text, data, size);
	text[size] = '\0';
	err = yaml_parse("fuzz", text, &tree);
	if (err) {
		check_message(err);
	} else {
		check_tree(tree);
		if (yaml_kind(tree) == YAML_MAP)
			check_set(tree, text);
		yaml_free(tree);
	}
	free(text);
	return 0;
}
