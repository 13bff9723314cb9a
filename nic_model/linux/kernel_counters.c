// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The kernel's counters as the results know them: hosts.NAME.counters.*, softnet.CPU.*, dev.IF.*,
 * qdisc.IF.*, refreshed from the kernel's own /proc files when the measured window opens and
 * closes.
 *
 * Called by: kernel.c (once booted), kernel_report.c (window). Calls: sim/stats.h,
 * machine_proc_read().
 * Models: nothing; numbers are the kernel's own.
 * Leaves out: counters that no result names.
 * Source: Linux Documentation/networking/{snmp_counter,statistics}.rst for their meaning.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nic_model/linux/kernel_int.h"
#include "sim/check.h"
#include "sim/stats.h"

#define TEXT_MAX     (1u << 18)
#define COUNTERS_MAX 1024

static void add(struct linux_kernel *k, const char *name, uint64_t value)
{
	unsigned int i = k->counters_at++;
	char *path;

	sim_assertf(i < COUNTERS_MAX, "more than %d kernel counters", COUNTERS_MAX);
	if (!k->counter)
		k->counter = xcalloc(COUNTERS_MAX, sizeof(*k->counter));
	k->counter[i] = value;
	if (k->counters_known)
		return;
	path = xasprintf("hosts.%s.%s", host_name(k->k.host), name);
	stats_counter(path, &k->counter[i], "from the kernel");
	free(path);
}

/* "eth0.100" is one name in a path. */
static char *no_dots(char *dev)
{
	for (char *p = dev; *p; p++)
		*p = *p == '.' ? '_' : *p;
	return dev;
}

/* Pairs of lines: names, values. */
static void table_file(struct linux_kernel *k, char *text)
{
	char *names, *values, *ls, *n, *v, *ns, *vs, name[128];

	for (names = strtok_r(text, "\n", &ls); names; names = strtok_r(NULL, "\n", &ls)) {
		size_t table = strcspn(names, ":");

		values = strtok_r(NULL, "\n", &ls);
		if (!values)
			return;
		names[table] = 0;
		n = strtok_r(names + table + 1, " ", &ns);
		v = strtok_r(values + table + 1, " ", &vs);
		for (; n && v; n = strtok_r(NULL, " ", &ns), v = strtok_r(NULL, " ", &vs)) {
			snprintf(name, sizeof(name), "counters.%s%s", names, n);
			add(k, name, strtoull(v, NULL, 10));
		}
	}
}

static void softnet_file(struct linux_kernel *k, char *text)
{
	static const char *const column[] = {"processed", "dropped", "time_squeeze"};
	char *line, *ls, name[64];
	unsigned int cpu = 0;

	for (line = strtok_r(text, "\n", &ls); line; line = strtok_r(NULL, "\n", &ls), cpu++) {
		char *end = line;

		for (unsigned int i = 0; i < 10; i++) {
			uint64_t v = strtoull(end, &end, 16);

			if (i < 3)
				snprintf(name, sizeof(name), "softnet.%u.%s", cpu, column[i]);
			else
				snprintf(name, sizeof(name), "softnet.%u.received_rps", cpu);
			if (i < 3 || i == 9)
				add(k, name, v);
		}
	}
}

static void dev_file(struct linux_kernel *k, char *text)
{
	static const char *const column[16] = {"rx_bytes", "rx_packets", "rx_errors", "rx_dropped",
					       NULL,	   NULL,	 NULL,	      NULL,
					       "tx_bytes", "tx_packets", "tx_errors", "tx_dropped"};
	char *line, *ls, name[96];

	for (line = strtok_r(text, "\n", &ls); line; line = strtok_r(NULL, "\n", &ls)) {
		char *colon = strchr(line, ':'), *end, *dev = line + strspn(line, " ");

		if (!colon)
			continue; /* headings */
		*colon = 0;
		end = colon + 1;
		for (unsigned int i = 0; i < 16; i++) {
			uint64_t v = strtoull(end, &end, 10);

			if (!column[i])
				continue;
			snprintf(name, sizeof(name), "dev.%s.%s", no_dots(dev), column[i]);
			add(k, name, v);
		}
	}
}

/* "eth0 fq_codel bytes 1 packets 2 ...": glue/qdisc.c. What waits is a level: as the window closes.
 */
static void qdisc_file(struct linux_kernel *k, char *text)
{
	char *line, *ls, *dev, *key, *value, *ts, name[96];

	for (line = strtok_r(text, "\n", &ls); line; line = strtok_r(NULL, "\n", &ls)) {
		dev = strtok_r(line, " ", &ts);
		strtok_r(NULL, " ", &ts);
		while ((key = strtok_r(NULL, " ", &ts)) && (value = strtok_r(NULL, " ", &ts))) {
			bool level = !strcmp(key, "backlog") || !strcmp(key, "qlen");

			snprintf(name, sizeof(name), "qdisc.%s.%s", no_dots(dev), key);
			add(k, name, level && !k->closed ? 0 : strtoull(value, NULL, 10));
		}
	}
}

void kernel_linux_counters(struct linux_kernel *k)
{
	static const struct {
		const char *file;
		void (*take)(struct linux_kernel *k, char *text);
	} files[] = {{"net/snmp", table_file},
		     {"net/netstat", table_file},
		     {"net/softnet_stat", softnet_file},
		     {"net/dev", dev_file},
		     {"net/qdisc", qdisc_file}};
	char *text = xmalloc(TEXT_MAX);

	k->counters_at = 0;
	add(k, "irqs", machine_interrupts(k->m));
	add(k, "ctxsw", machine_switches(k->m));
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (machine_proc_read(k->m, files[i].file, text, TEXT_MAX) >= 0)
			files[i].take(k, text);
	k->counters_known = true;
	free(text);
}
