// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: machine_ops.c, trap.c, lockup.c, device.c. Calls: addr2line of binutils, for source
 * lines.
 * Models: nothing. Callers are what looks like a return address behind a call on the stack,
 * newest first.
 * Leaves out: exact unwinding (images have no unwind tables): a value left over from
 * an earlier call can be in the list.
 * Source: none.
 */
#include "nic_model/linux/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/linux/machine_int.h"
#include "sim/check.h"

#define CALLERS	    8
#define EVENTS	    6
#define STACK_BYTES 65536u /* glue/task.c: THREAD_SIZE */

static const char *const kind_name[] = {
	[KIMAGE_FAULT_STUB] = "left out of the image",
	[KIMAGE_FAULT_PANIC] = "panic",
	[KIMAGE_FAULT_BUG] = "BUG",
	[KIMAGE_FAULT_WARN] = "warning",
	[KIMAGE_FAULT_OOPS] = "oops",
	[KIMAGE_FAULT_LOCKUP] = "endless loop",
	[KIMAGE_FAULT_MEMORY] = "memory",
	[KIMAGE_FAULT_DMA] = "bad DMA",
};

static const char *const context_name[] = {"user", "system", "irq", "softirq", "idle"};

static bool is_text(const struct machine *m, uint64_t a)
{
	return a >= m->img.head->text_start && a < m->img.head->text_end;
}

/* Behind a call instruction: e8 rel32, or ff /2 of two, three, six or seven bytes. */
static bool after_call(const struct machine *m, uint64_t a)
{
	static const int len[] = {2, 3, 6, 7};
	const uint8_t *p = (const uint8_t *)a;

	if (!is_text(m, a - 8) || !is_text(m, a))
		return false;
	if (p[-5] == 0xe8)
		return true;
	for (int i = 0; i < 4; i++)
		if (p[-len[i]] == 0xff && (p[1 - len[i]] & 0x38) == 0x10)
			return true;
	return false;
}

/* What stands below the code that is looked for: hooks, and the glue that calls the simulation. */
static bool ours(const char *fn)
{
	return !fn || !strncmp(fn, "hook_", 5) || !strcmp(fn, "block_enter") ||
	       !strncmp(fn, "nic_", 4) || !strcmp(fn, "dump_stack") || !strcmp(fn, "panic") ||
	       !strncmp(fn, "__warn", 6) || !strncmp(fn, "__wrap_", 7) || !strcmp(fn, "__udelay") ||
	       !strcmp(fn, "__ndelay") || !strcmp(fn, "__const_udelay");
}

static unsigned int callers(const struct machine *m, const void *stack, uint64_t *at,
			    unsigned int room)
{
	uint64_t sp = ((uint64_t)stack + 7) & ~7ull, end = (sp | (STACK_BYTES - 1)) + 1;
	bool ram = sp - m->sim.ram < m->sim.ram_bytes, img = sp - m->img.base < m->img.bytes;
	unsigned int n = 0;

	if (img && end > m->img.base + m->img.bytes)
		end = m->img.base + m->img.bytes;
	for (; (ram || img) && sp < end && n < room; sp += 8) {
		uint64_t v = *(const uint64_t *)sp, off;

		if (after_call(m, v) && !ours(image_function(&m->img, v, &off)))
			at[n++] = v;
	}
	return n;
}

/* "net/core/dev.c:123" of each address, as linked; empty where nobody knows. */
static void source_lines(const struct machine *m, const uint64_t *at, unsigned int n,
			 char (*line)[128])
{
	char *cmd = xasprintf("addr2line -e '%s'", m->path), *more;
	FILE *f;

	memset(line, 0, n * sizeof(*line));
	for (unsigned int i = 0; i < n; i++) {
		more = xasprintf("%s 0x%llx", cmd,
				 (unsigned long long)(at[i] - m->img.delta - (i > 0)));
		free(cmd);
		cmd = more;
	}
	more = xasprintf("%s 2>/dev/null", cmd);
	free(cmd);
	f = popen(more, "r");
	free(more);
	for (unsigned int i = 0; f && i < n && fgets(line[i], sizeof(*line), f); i++) {
		line[i][strcspn(line[i], " \n")] = 0;
		if (line[i][0] == '?')
			line[i][0] = 0;
		while (!strncmp(line[i], "./", 2))
			memmove(line[i], line[i] + 2, strlen(line[i] + 1));
	}
	if (f)
		pclose(f);
}

static void put_place(const struct machine *m, FILE *f, uint64_t at, const char *line)
{
	uint64_t off = 0;
	const char *fn = image_function(&m->img, at, &off);

	fprintf(f, "%s+%#llx", fn ? fn : "?", (unsigned long long)off);
	if (*line)
		fprintf(f, " (%s)", line);
}

/* An address after @ becomes a place. */
static void put_what(const struct machine *m, FILE *f, const char *text)
{
	const char *mark = strstr(text, "@0x");
	char line[1][128];
	uint64_t at;

	if (!mark) {
		fputs(text, f);
		return;
	}
	at = strtoull(mark + 1, NULL, 16);
	source_lines(m, &at, 1, line);
	fprintf(f, "%.*s", (int)(mark - text), text);
	put_place(m, f, at, line[0]);
}

static void put_events(FILE *f, const struct vcpu *c)
{
	unsigned int n = c->past_next < EVENTS ? c->past_next : EVENTS;

	fprintf(f, "\n  before, on CPU %u:", c->id);
	for (unsigned int i = n; i; i--) {
		const struct vcpu_segment *s = &c->past[(c->past_next - i) % VCPU_PAST];

		fprintf(f, " %s %.3f us,", context_name[s->context],
			(double)(s->to - s->from) / 1e6);
	}
	fprintf(f, " %s since %.9f s", context_name[c->context], (double)c->since * 1e-12);
}

static void put_console(FILE *f, const struct machine *m)
{
	for (unsigned int i = 0; i < MACHINE_CONSOLE; i++) {
		const char *line = m->console[(m->console_next + i) % MACHINE_CONSOLE];

		if (*line)
			fprintf(f, "\n  console: %s", line);
	}
}

char *fault_text(struct machine *m, const struct vcpu *c, enum kimage_fault what, const char *text,
		 uint64_t ip, const void *stack)
{
	uint64_t at[CALLERS + 1] = {ip};
	char line[CALLERS + 1][128], *out;
	unsigned int n = callers(m, stack, at + 1, CALLERS) + 1;
	size_t bytes;
	FILE *f;

	if (!ip && n > 1)
		memmove(at, at + 1, --n * sizeof(*at));
	else if (n > 1 && at[1] == ip)
		memmove(at + 1, at + 2, (--n - 1) * sizeof(*at));
	source_lines(m, at, n, line);
	f = open_memstream(&out, &bytes);
	sim_assert(f);
	fprintf(f, "%s: %s: ", m->p.name, kind_name[what]);
	put_what(m, f, text);
	fprintf(f, ", in ");
	put_place(m, f, at[0], line[0]);
	fprintf(f, ", at %.9f s on CPU %u, in %s context", (double)vcpu_now(c) * 1e-12, c->id,
		context_name[c->context]);
	for (unsigned int i = 1; i < n; i++) {
		fprintf(f, "%s", i == 1 ? "\n  called from " : ", ");
		put_place(m, f, at[i], line[i]);
	}
	put_events(f, c);
	put_console(f, m);
	fclose(f);
	return out;
}

void fault_end(struct machine *m, struct vcpu *c, enum kimage_fault what, const char *text,
	       uint64_t ip, const void *stack)
{
	if (!m->fault)
		m->fault = fault_text(m, c, what, text, ip, stack);
	sim_stop();
	for (;;)
		sim_block();
}

void fault_outside(struct machine *m, enum kimage_fault what, const char *text)
{
	size_t bytes;
	FILE *f;

	if (m->fault)
		return;
	f = open_memstream(&m->fault, &bytes);
	sim_assert(f);
	fprintf(f, "%s: %s: %s, at %.9f s", m->p.name, kind_name[what], text,
		(double)sim_now().ps * 1e-12);
	for (unsigned int i = 0; i < m->p.cpus; i++)
		put_events(f, &m->cpu[i]);
	put_console(f, m);
	fclose(f);
	sim_stop();
}
