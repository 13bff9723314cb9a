// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What results ask of a real kernel: counters and texts from the kernel itself, time by kind, cost
 * by function.
 *
 * Called by: the composition, models/host. Calls: functions of the image on a stack of the
 * simulation, with nothing charged.
 * Models: nothing; what was counted and charged is printed.
 * Leaves out: what a kernel without debugging options cannot tell.
 * Source: proc(5), mpstat(1), opreport(1) for the forms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/linux/kernel_int.h"
#include "nic_model/linux/machine_int.h"
#include "sim/check.h"

#define TEXT_MAX (1u << 20)

static char *proc_text(struct linux_kernel *k, const char *file)
{
	char *text = xmalloc(TEXT_MAX);

	if (k->m && k->up && machine_proc_read(k->m, file, text, TEXT_MAX) >= 0)
		return text;
	free(text);
	return NULL;
}

/* name = "TcpExtTCPBacklogDrop", as nstat joins table and column. */
static bool find(char *text, const char *name, uint64_t *value)
{
	char *line = text, *next, *vline;

	for (; line && *line; line = next) {
		size_t table = strcspn(line, ":");
		char *n, *v, *ns, *vs;
		bool mine = !strncmp(line, name, table);

		vline = strchr(line, '\n');
		if (!vline)
			return false;
		*vline++ = 0;
		next = strchr(vline, '\n');
		if (next)
			*next++ = 0;
		if (!mine)
			continue;
		n = strtok_r(line + table + 1, " ", &ns);
		v = strtok_r(vline + table + 1, " ", &vs);
		for (; n && v; n = strtok_r(NULL, " ", &ns), v = strtok_r(NULL, " ", &vs)) {
			if (!strcmp(n, name + table)) {
				*value = strtoull(v, NULL, 10);
				return true;
			}
		}
	}
	return false;
}

bool kernel_linux_counter(struct kernel *kern, const char *name, uint64_t *value)
{
	static const char *const files[] = {"net/netstat", "net/snmp"};
	struct linux_kernel *k = linux_of(kern);
	bool found = false;

	for (size_t i = 0; i < 2 && !found; i++) {
		char *text = proc_text(k, files[i]);

		found = text && find(text, name, value);
		free(text);
	}
	return found;
}

static void nstat_file(struct linux_kernel *k, const char *file, FILE *f)
{
	char *text = proc_text(k, file), *line, *ls, *vline;

	for (line = text ? strtok_r(text, "\n", &ls) : NULL; line;
	     line = strtok_r(NULL, "\n", &ls)) {
		size_t table = strcspn(line, ":");
		char *n, *v, *ns, *vs;

		vline = strtok_r(NULL, "\n", &ls);
		if (!vline)
			break;
		line[table] = 0;
		n = strtok_r(line + table + 1, " ", &ns);
		v = strtok_r(vline + table + 1, " ", &vs);
		for (; n && v; n = strtok_r(NULL, " ", &ns), v = strtok_r(NULL, " ", &vs)) {
			char name[128];

			snprintf(name, sizeof(name), "%s%s", line, n);
			fprintf(f, "%-32s%-18s 0.0\n", name, v);
		}
	}
	free(text);
}

bool kernel_linux_print(struct kernel *kern, const char *what, void *file)
{
	static const struct {
		const char *what, *proc;
	} plain[] = {{"softnet_stat", "net/softnet_stat"},
		     {"dev", "net/dev"},
		     {"sockstat", "net/sockstat"}};
	struct linux_kernel *k = linux_of(kern);

	if (!strcmp(what, "annotate")) {
		if (!k->m || !machine_charge(k->m))
			return false;
		charge_write(machine_charge(k->m), file);
		return true;
	}
	if (!strcmp(what, "lines")) {
		if (k->line_text)
			fputs(k->line_text, file);
		return k->line_text != NULL;
	}
	if (!strcmp(what, "nstat")) {
		fprintf(file, "#kernel\n");
		nstat_file(k, "net/snmp", file);
		nstat_file(k, "net/netstat", file);
		return true;
	}
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
		if (!strcmp(what, plain[i].what)) {
			char *text = proc_text(k, plain[i].proc);

			if (text)
				fputs(text, file);
			free(text);
			return true;
		}
	}
	return false;
}

/* --- time by kind --- */

static const enum kimage_context kinds[CPU_KINDS] = {
	[CPU_USER] = KIMAGE_USER,	[CPU_SYSTEM] = KIMAGE_SYSTEM, [CPU_IRQ] = KIMAGE_IRQ,
	[CPU_SOFTIRQ] = KIMAGE_SOFTIRQ, [CPU_IDLE] = KIMAGE_IDLE,
};

static void take(struct linux_kernel *k, uint64_t to[KIMAGE_MAX_CPUS][KIMAGE_IDLE + 1])
{
	for (unsigned int i = 0; k->m && i < host_cpus(k->k.host); i++)
		for (int c = 0; c <= KIMAGE_IDLE; c++)
			to[i][c] = machine_cpu_time_at(k->m, i, (enum kimage_context)c, sim_now());
}

uint64_t kernel_linux_cpu_time(void *arg, unsigned int cpu, enum cpu_kind kind)
{
	struct linux_kernel *k = arg;
	uint64_t end = k->closed ? k->at_close[cpu][kinds[kind]]
				 : machine_cpu_time_at(k->m, cpu, kinds[kind], sim_now());

	return end - k->at_open[cpu][kinds[kind]];
}

/* --- profile --- */

/*
 * Taken when the window closes, before the kernel is asked for its counters: blocks count each
 * execution, also those that nobody is charged for.
 */
static void take_row(void *arg, const struct hook_func *f, const struct charge_cost *c)
{
	struct linux_kernel *k = arg;
	struct profile_line *r;

	if (k->rows == k->rows_room) {
		k->rows_room = k->rows_room ? k->rows_room * 2 : 512;
		k->row = xrealloc(k->row, k->rows_room * sizeof(*k->row));
	}
	r = &k->row[k->rows++];
	*r = (struct profile_line){.symbol = f->name, .calls = c->calls, .instructions = c->insns};
	memcpy(r->cause, c->wait, sizeof(r->cause));
	r->cause[CAUSE_IFETCH] = c->fetch_ps;
	r->cause[CAUSE_ISSUE] += c->ps - c->fetch_ps - c->data_ps;
}

static void take_lines(struct linux_kernel *k, struct charge *ch)
{
	size_t bytes;
	FILE *f;

	free(k->line_text);
	k->line_text = NULL;
	if (!k->p.lines)
		return;
	f = open_memstream(&k->line_text, &bytes);
	sim_assert(f);
	charge_write(ch, f);
	fclose(f);
}

void kernel_linux_window(void *arg, bool open)
{
	struct linux_kernel *k = arg;
	struct charge *ch = k->m ? machine_charge(k->m) : NULL;

	take(k, open ? k->at_open : k->at_close);
	k->closed = !open;
	k->rows = 0;
	if (!open && ch) {
		charge_functions(ch, take_row, k);
		take_lines(k, ch);
	}
	if (k->up)
		kernel_linux_counters(k);
	if (open && ch)
		charge_reset(ch);
}

void kernel_linux_profile(void *arg, host_profile_row *row, void *ctx)
{
	struct linux_kernel *k = arg;

	for (unsigned int i = 0; i < k->rows; i++)
		row(ctx, k->row[i].symbol, k->row[i].calls, k->row[i].instructions,
		    k->row[i].cause);
}
