/* SPDX-License-Identifier: GPL-2.0-or-later */
/* First pass over the statements: sections, functions, source lines; understands the instructions
 * that will be hooked. */
#include "nic_model/linux/rewrite/asm.h"

#include <string.h>

#define MAX_STACK 32

struct walker {
	struct file *f;
	int cur, prev; /* sections */
	int stack[MAX_STACK][2];
	int depth;
	int *cur_func;	   /* by section */
	struct str *typed; /* names given .type @function */
	int nr_typed;
	int src_file, src_line;
};

/* First comma-separated argument; the rest in *s. */
static struct str take_arg(struct str *s)
{
	struct str a = {s->p, 0};
	bool quoted = false;

	while (a.n < s->n && (quoted || s->p[a.n] != ',')) {
		if (s->p[a.n] == '"')
			quoted = !quoted;
		a.n++;
	}
	s->p += a.n;
	s->n -= a.n;
	if (s->n) {
		s->p++;
		s->n--;
	}
	return str_trim(a);
}

static bool contains(struct str s, char c)
{
	return memchr(s.p, c, s.n) != NULL;
}

static bool known_exec(struct str name)
{
	static const char *const exec[] = {
		".text",       ".init.text", ".exit.text",    ".fixup",		".noinstr.text",
		".sched.text", ".ref.text",  ".cpuidle.text", ".spinlock.text", ".meminit.text"};

	for (size_t i = 0; i < sizeof(exec) / sizeof(*exec); i++)
		if (str_starts(name, exec[i]))
			return true;
	return false;
}

/* What the kernel gives back when it has booted, or never runs; no memory is plugged in. */
static bool runs_once(struct str name)
{
	return str_starts(name, ".init.text") || str_starts(name, ".exit.text") ||
	       str_starts(name, ".meminit.text");
}

static int section_find(struct walker *w, struct str name, struct str flags)
{
	struct file *f = w->f;
	struct section *s;

	for (int i = 0; i < f->nr_sections; i++)
		if (str_same(f->sections[i].name, name))
			return i;
	f->sections = xgrow(f->sections, f->nr_sections, sizeof(*f->sections));
	w->cur_func = xgrow(w->cur_func, f->nr_sections, sizeof(*w->cur_func));
	s = &f->sections[f->nr_sections];
	s->name = name;
	s->exec = flags.n ? contains(flags, 'x') : known_exec(name);
	s->debug = str_starts(name, ".debug") || str_starts(name, ".eh_frame") ||
		   str_starts(name, ".discard");
	s->skip = str_starts(name, ".altinstr_replacement") || str_starts(name, ".static_call") ||
		  str_starts(name, ".discard") || (f->leave_boot && runs_once(name));
	w->cur_func[f->nr_sections] = -1;
	return f->nr_sections++;
}

static struct str unquote(struct str s)
{
	if (s.n >= 2 && s.p[0] == '"') {
		s.p++;
		s.n -= 2;
	}
	return s;
}

static void section_enter(struct walker *w, struct str args)
{
	struct str name = unquote(take_arg(&args)), flags = take_arg(&args);

	w->prev = w->cur;
	w->cur = section_find(w, name, unquote(flags));
}

static void section_directive(struct walker *w, const struct stmt *st)
{
	struct str name = st->name;
	int t;

	if (str_eq(name, ".text") || str_eq(name, ".data") || str_eq(name, ".bss")) {
		section_enter(w, name);
	} else if (str_eq(name, ".section")) {
		section_enter(w, st->args);
	} else if (str_eq(name, ".pushsection")) {
		if (w->depth == MAX_STACK)
			fail(w->f, st->line, "sections nested too deep");
		w->stack[w->depth][0] = w->cur;
		w->stack[w->depth++][1] = w->prev;
		section_enter(w, st->args);
	} else if (str_eq(name, ".popsection")) {
		if (!w->depth)
			fail(w->f, st->line, ".popsection without .pushsection");
		w->cur = w->stack[--w->depth][0];
		w->prev = w->stack[w->depth][1];
	} else if (str_eq(name, ".previous")) {
		t = w->cur;
		w->cur = w->prev;
		w->prev = t;
	} else if (str_eq(name, ".subsection")) {
		fail(w->f, st->line, ".subsection is not supported");
	}
}

static void typed(struct walker *w, struct str args)
{
	struct str name = take_arg(&args);

	if (args.n < 9 || !memmem(args.p, args.n, "function", 8))
		return;
	w->typed = xgrow(w->typed, w->nr_typed, sizeof(*w->typed));
	w->typed[w->nr_typed++] = name;
}

static int func_add(struct walker *w, struct str name)
{
	struct file *f = w->f;

	f->funcs = xgrow(f->funcs, f->nr_funcs, sizeof(*f->funcs));
	f->funcs[f->nr_funcs] = (struct func){.name = name, .first = -1};
	return f->nr_funcs++;
}

static void func_label(struct walker *w, const struct stmt *st)
{
	if (str_starts(st->name, ".L"))
		return;
	/* hand-written code may leave a function's type out */
	if (w->f->hand_written && (st->name.p[0] < '0' || st->name.p[0] > '9')) {
		w->cur_func[w->cur] = func_add(w, st->name);
		return;
	}
	for (int i = w->nr_typed - 1; i >= 0; i--)
		if (str_same(w->typed[i], st->name)) {
			w->cur_func[w->cur] = func_add(w, st->name);
			return;
		}
}

static void func_end(struct walker *w, struct str args)
{
	struct str name = take_arg(&args);

	for (int i = 0; i < w->f->nr_sections; i++) {
		int fn = w->cur_func[i];

		if (fn >= 0 && str_same(w->f->funcs[fn].name, name)) {
			w->cur_func[i] = -1;
			w->src_file = w->src_line = 0;
		}
	}
}

/* .file N "name", .file N "dir" "name" (rest as is), .file "name" */
static void source_file(struct walker *w, struct str args)
{
	struct file *f = w->f;
	struct str num = {args.p, 0};
	int64_t n;

	while (num.n < args.n && num.p[num.n] != ' ' && num.p[num.n] != '\t' && num.p[num.n] != '"')
		num.n++;
	if (!num.n) {
		f->unit = args;
		return;
	}
	if (!str_int(num, &n) || n < 0 || n > 65535)
		return;
	while (f->nr_src_files <= n) {
		f->src_files = xgrow(f->src_files, f->nr_src_files, sizeof(*f->src_files));
		f->nr_src_files++;
	}
	f->src_files[n] = str_trim((struct str){args.p + num.n, args.n - num.n});
}

static void source_line(struct walker *w, struct str args)
{
	int v[2] = {0, 0}, i = 0;

	for (int k = 0; k < 2; k++) {
		while (i < args.n && (args.p[i] == ' ' || args.p[i] == '\t'))
			i++;
		while (i < args.n && args.p[i] >= '0' && args.p[i] <= '9')
			v[k] = v[k] * 10 + args.p[i++] - '0';
	}
	w->src_file = v[0];
	w->src_line = v[1];
}

static bool is_data(struct str d)
{
	static const char *const names[] = {".byte",  ".word",	".short", ".value",  ".hword",
					    ".2byte", ".long",	".int",	  ".4byte",  ".quad",
					    ".8byte", ".ascii", ".asciz", ".string", ".octa"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_eq(d, names[i]))
			return true;
	return false;
}

static void directive(struct walker *w, struct stmt *st)
{
	section_directive(w, st);
	if (str_eq(st->name, ".size"))
		func_end(w, st->args);
	else if (str_eq(st->name, ".file"))
		source_file(w, st->args);
	else if (str_eq(st->name, ".loc"))
		source_line(w, st->args);
	else if (w->f->sections[w->cur].exec && is_data(st->name))
		st->kind = ST_OPAQUE;
}

static void code(struct walker *w, struct stmt *st)
{
	struct file *f = w->f;
	const struct section *s = &f->sections[w->cur];

	if (!s->exec || s->skip)
		return;
	st->code = true;
	if (w->cur_func[w->cur] < 0)
		w->cur_func[w->cur] = func_add(w, STR("asm"));
	st->func = w->cur_func[w->cur];
	if (f->funcs[st->func].first < 0)
		f->funcs[st->func].first = st - f->stmts;
	st->src_file = w->src_file;
	st->src_line = w->src_line;
}

static void understand(struct file *f, struct stmt *st, uint8_t prefix)
{
	const char *why = insn_parse(st);

	if (why)
		fail(f, st->line, "%s: '" STR_F "'", why, STR_A(st->text));
	st->insn->prefix = prefix;
}

static uint8_t statement(struct walker *w, struct stmt *st, uint8_t prefix)
{
	uint8_t one = 0;

	st->section = w->cur;
	switch (st->kind) {
	case ST_DIRECTIVE:
		directive(w, st);
		st->section = w->cur;
		if (st->kind == ST_OPAQUE)
			code(w, st);
		return prefix;
	case ST_LABEL:
		if (w->f->sections[w->cur].exec)
			func_label(w, st);
		return prefix;
	case ST_PREFIX:
		prefix_find(st->name, &one);
		return prefix | one;
	case ST_INSN:
		code(w, st);
		if (st->code)
			understand(w->f, st, prefix);
		else if (!w->f->sections[w->cur].exec)
			fail(w->f, st->line, "instruction outside code: '" STR_F "'",
			     STR_A(st->text));
		return 0;
	default:
		return prefix;
	}
}

void section_pass(struct file *f)
{
	struct walker w = {.f = f};
	uint8_t prefix = 0;

	w.cur = w.prev = section_find(&w, STR(".text"), STR("ax"));
	/* hand-written code names a function's type after it */
	for (int i = 0; i < f->nr_stmts; i++)
		if (f->stmts[i].kind == ST_DIRECTIVE && str_eq(f->stmts[i].name, ".type"))
			typed(&w, f->stmts[i].args);
	for (int i = 0; i < f->nr_stmts; i++)
		prefix = statement(&w, &f->stmts[i], prefix);
	if (prefix)
		fail(f, f->stmts[f->nr_stmts - 1].line, "prefix without instruction");
}
