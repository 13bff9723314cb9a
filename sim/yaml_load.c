/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text to tree, over libfyaml's event stream: an event at a time, so that a
 * file which goes past a limit is dropped at that point and not first built.
 * sim/yaml_text.c has looked at the bytes before libfyaml sees them.
 */
#include "sim/yaml.h"

#include <libfyaml.h>
#include <stdlib.h>
#include <string.h>

#include "sim/check.h"
#include "sim/yaml_int.h"
#include "sim/yaml_text.h"

#define MAX_ANCHORS 1000

struct anchor {
	char *name;
	const struct yaml_node *node; /* complete: an alias cannot contain itself */
};

struct level {
	struct yaml_node *node;
	char *key;	       /* read, its value not yet; NULL: a key is next */
	uint32_t line, column; /* of the key */
	char *anchor;	       /* to be bound when the node is complete */
};

struct loader {
	const char *file;
	const char *text;
	size_t len;
	struct level stack[YAML_MAX_DEPTH];
	unsigned int depth;
	struct yaml_node *root;
	size_t nodes;
	bool had_document;
	struct anchor anchors[MAX_ANCHORS];
	size_t n_anchors;
	uint32_t line, column; /* last known place */
	char *err;
};

static void fail(struct loader *l, const char *message)
{
	if (!l->err)
		l->err = err_fmt("%s:%u:%u: %s", l->file, l->line, l->column, message);
}

static void fail_with(struct loader *l, const char *format, const char *word)
{
	char *message = xasprintf(format, word);

	fail(l, message);
	free(message);
}

/* Tokens without content have no mark: then the last place stands. */
static void see(struct loader *l, struct fy_token *t)
{
	const struct fy_mark *m = t ? fy_token_start_mark(t) : NULL;

	if (!m)
		return;
	l->line = (uint32_t)m->line + 1;
	l->column = (uint32_t)m->column + 1;
}

static char *token_text(struct fy_token *t)
{
	size_t len = 0;
	const char *s = t ? fy_token_get_text(t, &len) : NULL;
	char *copy = xmalloc(len + 1);

	if (s)
		memcpy(copy, s, len);
	copy[s ? len : 0] = '\0';
	return copy;
}

static void bind_anchor(struct loader *l, char *name, const struct yaml_node *node)
{
	if (!name)
		return;
	if (l->n_anchors == MAX_ANCHORS) {
		fail(l, "more than 1000 anchors");
		free(name);
		return;
	}
	l->anchors[l->n_anchors++] = (struct anchor){name, node};
}

/* The last one of the name, as YAML has it. */
static const struct yaml_node *find_anchor(const struct loader *l, const char *name)
{
	for (size_t i = l->n_anchors; i-- > 0;)
		if (strcmp(l->anchors[i].name, name) == 0)
			return l->anchors[i].node;
	return NULL;
}

static bool count_nodes(struct loader *l, size_t n)
{
	l->nodes += n;
	if (l->nodes <= YAML_MAX_NODES)
		return true;
	fail(l, "more than 100000 values in one file");
	return false;
}

/* Hangs a node below the innermost open one; takes it. */
static void add(struct loader *l, struct yaml_node *node)
{
	struct level *up;
	struct yaml_kid *k;

	if (l->depth == 0) {
		yaml_free(l->root);
		l->root = node;
		return;
	}
	up = &l->stack[l->depth - 1];
	k = yaml_append(up->node, up->key, node);
	if (up->key) {
		k->line = up->line;
		k->column = up->column;
	}
	free(up->key);
	up->key = NULL;
}

static bool wants_key(const struct loader *l)
{
	const struct level *up = l->depth ? &l->stack[l->depth - 1] : NULL;

	return up && up->node->kind == YAML_MAP && !up->key;
}

static void take_key(struct loader *l, struct fy_token *t)
{
	struct level *up = &l->stack[l->depth - 1];

	up->key = token_text(t);
	up->line = l->line;
	up->column = l->column;
	if (up->key[0] == '\0')
		fail(l, "a key is empty");
	else if (strcmp(up->key, "<<") == 0)
		fail(l, "merge keys (<<) are not supported; use include or base");
}

/*
 * Texts that libfyaml 0.7.12 reads wrongly (found by comparison with another
 * parser): an empty block scalar swallows the lines behind it, a quoted text
 * over several lines loses and moves characters, and two quoted quotes in a
 * row ('a''''b') are read past what was written.  No scenario needs them.
 */
static const char *misread(const struct loader *l, struct fy_token *t)
{
	const struct fy_mark *from = fy_token_start_mark(t), *to = fy_token_end_mark(t);
	enum fy_scalar_style style = fy_token_scalar_style(t);
	size_t end;

	if (style == FYSS_LITERAL || style == FYSS_FOLDED)
		return "block texts (| and >) are not supported; a value is on one line";
	if (from && to && from->line != to->line)
		return "the value goes on in the next line; a value is on one line";
	if (!from || !to || style != FYSS_SINGLE_QUOTED)
		return NULL;
	end = to->input_pos < l->len ? to->input_pos : l->len;
	for (size_t i = from->input_pos; i + 4 <= end; i++)
		if (memcmp(l->text + i, "''''", 4) == 0)
			return "quotes in a row inside single quotes; use double quotes here";
	return NULL;
}

/* A quoted scalar's mark is behind its quote. */
static void see_scalar(struct loader *l, struct fy_token *t)
{
	enum fy_scalar_style style = t ? fy_token_scalar_style(t) : FYSS_PLAIN;
	const char *message = t ? misread(l, t) : NULL;

	/* a block's mark is in its text; the key before it is a better place */
	if (style != FYSS_LITERAL && style != FYSS_FOLDED)
		see(l, t);
	if ((style == FYSS_SINGLE_QUOTED || style == FYSS_DOUBLE_QUOTED) && l->column > 1)
		l->column--;
	if (message)
		fail(l, message);
}

static void on_scalar(struct loader *l, struct fy_event *e)
{
	struct yaml_node *n;

	see_scalar(l, e->scalar.value);
	if (l->err)
		return;
	if (e->scalar.tag) {
		fail(l, "tags are not supported");
		return;
	}
	if (wants_key(l)) {
		take_key(l, e->scalar.value);
		return;
	}
	if (!count_nodes(l, 1))
		return;
	n = yaml_new(YAML_SCALAR, l->file, l->line, l->column);
	n->text = token_text(e->scalar.value);
	n->quoted = e->scalar.value && fy_token_scalar_style(e->scalar.value) != FYSS_PLAIN;
	add(l, n);
	bind_anchor(l, e->scalar.anchor ? token_text(e->scalar.anchor) : NULL, n);
}

static void on_alias(struct loader *l, struct fy_event *e)
{
	char *name = token_text(e->alias.anchor);
	const struct yaml_node *target = find_anchor(l, name);

	see(l, e->alias.anchor);
	if (l->column > 1)
		l->column--; /* the mark is behind the asterisk */
	if (wants_key(l))
		fail(l, "an alias cannot be a key");
	else if (!target)
		fail_with(l, "alias '*%s' has no anchor above it", name);
	else if (count_nodes(l, yaml_size(target)))
		add(l, yaml_copy(target));
	free(name);
}

static void on_open(struct loader *l, enum yaml_kind kind, struct fy_token *mark,
		    struct fy_token *anchor, struct fy_token *tag)
{
	struct yaml_node *n;

	see(l, mark);
	if (tag)
		fail(l, "tags are not supported");
	else if (wants_key(l))
		fail(l, "a key must be a plain word");
	else if (l->depth == YAML_MAX_DEPTH)
		fail(l, "nested more than 64 levels deep");
	if (l->err || !count_nodes(l, 1))
		return;
	n = yaml_new(kind, l->file, l->line, l->column);
	add(l, n);
	l->stack[l->depth++] =
		(struct level){.node = n, .anchor = anchor ? token_text(anchor) : NULL};
}

struct entry {
	const struct yaml_kid *kid;
};

static int by_key(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int order = strcmp(x->kid->key, y->kid->key);

	return order ? order : (x->kid > y->kid) - (x->kid < y->kid);
}

/* Reports the first key in the file that was there before. */
static void check_duplicates(struct loader *l, const struct yaml_node *map)
{
	struct entry *sorted = xcalloc(map->n + 1, sizeof(*sorted));
	const struct yaml_kid *first = NULL, *again = NULL;

	for (size_t i = 0; i < map->n; i++)
		sorted[i].kid = &map->kids[i];
	qsort(sorted, map->n, sizeof(*sorted), by_key);
	for (size_t i = 1; i < map->n; i++) {
		const struct yaml_kid *a = sorted[i - 1].kid, *b = sorted[i].kid;

		if (strcmp(a->key, b->key) != 0 || (again && again < b))
			continue;
		again = b;
		first = a;
	}
	free(sorted);
	if (again && !l->err)
		l->err = err_fmt("%s:%u:%u: key '%s' is given twice, first in line %u", l->file,
				 again->line, again->column, again->key, first->line);
}

static void on_close(struct loader *l)
{
	struct level *top = &l->stack[--l->depth];

	if (top->node->kind == YAML_MAP)
		check_duplicates(l, top->node);
	bind_anchor(l, top->anchor, top->node);
	top->anchor = NULL;
}

static void on_event(struct loader *l, struct fy_event *e)
{
	switch (e->type) {
	case FYET_DOCUMENT_START:
		see(l, e->document_start.document_start);
		if (l->had_document)
			fail(l, "a second document begins here; one file is one document");
		l->had_document = true;
		break;
	case FYET_SCALAR:
		on_scalar(l, e);
		break;
	case FYET_ALIAS:
		on_alias(l, e);
		break;
	case FYET_MAPPING_START:
		on_open(l, YAML_MAP, e->mapping_start.mapping_start, e->mapping_start.anchor,
			e->mapping_start.tag);
		break;
	case FYET_SEQUENCE_START:
		on_open(l, YAML_SEQ, e->sequence_start.sequence_start, e->sequence_start.anchor,
			e->sequence_start.tag);
		break;
	case FYET_MAPPING_END:
	case FYET_SEQUENCE_END:
		on_close(l);
		break;
	default:
		break;
	}
}

/* The parser's own complaint, with its place if it has one. */
static void take_complaint(struct loader *l, struct fy_diag *diag)
{
	void *it = NULL;
	struct fy_diag_error *e;

	while ((e = fy_diag_errors_iterate(diag, &it))) {
		if (e->type != FYET_ERROR)
			continue;
		if (e->line > 0) {
			l->line = (uint32_t)e->line;
			l->column = (uint32_t)(e->column > 0 ? e->column : 1);
		}
		fail(l, e->msg);
		return;
	}
	fail(l, "not valid YAML");
}

static struct fy_diag *quiet_diag(void)
{
	struct fy_diag_cfg cfg;
	struct fy_diag *diag;

	fy_diag_cfg_default(&cfg);
	cfg.fp = NULL;
	cfg.output_fn = NULL;
	diag = fy_diag_create(&cfg);
	sim_assert(diag);
	fy_diag_set_collect_errors(diag, true);
	return diag;
}

static void run_parser(struct loader *l, const char *text, size_t len)
{
	struct fy_diag *diag = quiet_diag();
	struct fy_parse_cfg cfg = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = diag};
	struct fy_parser *p = fy_parser_create(&cfg);
	struct fy_event *e;

	sim_assert(p);
	fy_parser_set_string(p, text, len);
	while (!l->err && (e = fy_parser_parse(p))) {
		on_event(l, e);
		fy_parser_event_free(p, e);
	}
	if (!l->err && fy_parser_get_stream_error(p))
		take_complaint(l, diag);
	fy_parser_destroy(p);
	fy_diag_destroy(diag); /* not _unref(): that one keeps the errors */
}

static void loader_free(struct loader *l)
{
	for (unsigned int i = 0; i < l->depth; i++) {
		free(l->stack[i].key);
		free(l->stack[i].anchor);
	}
	for (size_t i = 0; i < l->n_anchors; i++)
		free(l->anchors[i].name);
	if (l->err)
		yaml_free(l->root);
	free(l);
}

static char *load_text(const char *name, const char *text, size_t len, struct yaml_node **out)
{
	struct loader *l = xcalloc(1, sizeof(*l));
	char *err;

	l->file = yaml_intern(name);
	l->text = text;
	l->len = len;
	l->line = l->column = 1;
	l->err = yaml_text_check(name, text, len);
	if (!l->err)
		run_parser(l, text, len);
	if (!l->err && (!l->root || yaml_is_null(l->root)))
		fail(l, "the file is empty");
	if (!l->err)
		*out = l->root;
	err = l->err;
	loader_free(l);
	return err;
}

char *yaml_parse(const char *name, const char *text, struct yaml_node **out)
{
	return load_text(name, text, strlen(text), out);
}

char *yaml_load(const char *path, struct yaml_node **out)
{
	char *text;
	size_t len;
	char *err = yaml_text_read(path, &text, &len);

	if (err)
		return err;
	err = load_text(path, text, len, out);
	free(text);
	return err;
}
