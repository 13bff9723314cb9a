/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The texts that the familiar tools print, one file each. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "scenarios/result.h"
#include "scenarios/result_tools.h"
#include "sim/check.h"
#include "sim/stats.h"
#include "sim/yaml.h"

typedef void text_fn(const struct build *b, FILE *f);

static const char *named(const struct build_host *h, const char *path)
{
	const struct yaml_node *n = yaml_find(h->tree, path);

	return n && yaml_text(n) ? yaml_text(n) : "?";
}

/* Like opreport -l: one symbol a line, most cycles first, and where they went. */
static void profile_host(const struct build_host *h, FILE *f)
{
	unsigned int n;
	uint64_t total;
	struct profile_row *rows = profile_collect(h, &n, &total);

	fprintf(f, "CPU: %s, speed %s, %u CPUs of host %s\n", named(h, "machine.name"),
		named(h, "machine.cpu.freq"), host_cpus(h->host), h->name);
	fprintf(f, "Counted cycles outside of halt state, every one: %llu\n",
		(unsigned long long)total);
	fprintf(f, "%-14s %-8s %-32s %12s %12s", "cycles", "%", "symbol name", "calls",
		"cycles/call");
	for (unsigned int c = 0; c < CAUSE_COUNT; c++)
		fprintf(f, " %6s%%", cpu_cause_name[c]);
	fputc('\n', f);
	for (unsigned int i = 0; i < n; i++) {
		const struct profile_row *r = &rows[i];

		fprintf(f, "%-14llu %-8.4f %-32s %12llu %12.1f", (unsigned long long)r->cycles,
			100.0 * (double)r->cycles / (double)total, r->symbol,
			(unsigned long long)r->calls,
			r->calls ? (double)r->cycles / (double)r->calls : 0.0);
		for (unsigned int c = 0; c < CAUSE_COUNT; c++)
			fprintf(f, " %7.1f", 100.0 * (double)r->cause[c] / (double)r->cycles);
		fputc('\n', f);
	}
	fputc('\n', f);
	free(rows);
}

static void text_profile(const struct build *b, FILE *f)
{
	for (unsigned int i = 0; i < b->hosts; i++)
		profile_host(&b->host[i], f);
}

static void nstat_line(const char *path, uint64_t delta, void *arg)
{
	const char *name = strrchr(path, '.') + 1;

	if (delta)
		fprintf(arg, "%-32s%-16llu%6.1f\n", name, (unsigned long long)delta, 0.0);
}

static void text_nstat(const struct build *b, FILE *f)
{
	for (unsigned int i = 0; i < b->hosts; i++) {
		char prefix[96];

		fprintf(f, "#%s\n", b->host[i].name);
		snprintf(prefix, sizeof(prefix), "hosts.%s.counters", b->host[i].name);
		stats_each(prefix, nstat_line, f);
	}
}

static uint64_t softnet(const struct build_host *h, unsigned int cpu, const char *what)
{
	char path[128];

	snprintf(path, sizeof(path), "hosts.%s.softnet.%u.%s", h->name, cpu, what);
	return stats_get(path, NULL);
}

/* /proc/net/softnet_stat: hexadecimal columns, a line a CPU. */
static void text_softnet(const struct build *b, FILE *f)
{
	for (unsigned int i = 0; i < b->hosts; i++) {
		const struct build_host *h = &b->host[i];

		fprintf(f, "#%s: processed dropped time_squeeze 0 0 0 0 0 0 received_rps\n",
			h->name);
		for (unsigned int c = 0; c < host_cpus(h->host); c++)
			fprintf(f,
				"%08x %08x %08x 00000000 00000000 00000000 00000000 00000000 "
				"00000000 %08x\n",
				(unsigned int)softnet(h, c, "processed"),
				(unsigned int)softnet(h, c, "dropped"),
				(unsigned int)softnet(h, c, "time_squeeze"),
				(unsigned int)softnet(h, c, "received_rps"));
	}
}

/* What a real driver itself says; of stages the device's counts are all. */
static void drivers_ethtool(const struct build_host *h, FILE *f)
{
	if (!strcmp(h->kernel->ops->kind, "stages") || !h->nics)
		return;
	fprintf(f, "#%s, its drivers (ethtool -S)\n", h->name);
	h->kernel->ops->print(h->kernel, "ethtool", f);
}

static void text_ethtool(const struct build *b, FILE *f)
{
	for (unsigned int i = 0; i < b->hosts; i++)
		for (unsigned int n = 0; n < b->host[i].nics; n++) {
			const struct nic *nic = b->host[i].nic[n];
			const struct nic_stats *s = &nic->stats;

			fprintf(f, "NIC statistics of %s (%s), since the start:\n", nic->name,
				nic->ops->name);
#define LINE(m) fprintf(f, "     " #m ": %llu\n", (unsigned long long)s->m)
			LINE(tx_frames);
			LINE(tx_bytes);
			LINE(rx_frames);
			LINE(rx_bytes);
			LINE(rx_no_buffer);
			LINE(rx_fifo_drop);
			LINE(rx_bad);
			LINE(irqs);
			LINE(dma_reads);
			LINE(dma_writes);
			LINE(dma_read_bytes);
			LINE(dma_write_bytes);
			LINE(reg_reads);
			LINE(reg_writes);
			LINE(reg_unknown);
#undef LINE
		}
	for (unsigned int i = 0; i < b->hosts; i++)
		drivers_ethtool(&b->host[i], f);
}

static char *write_one(const struct build *b, const char *dir, const char *name, text_fn *fn)
{
	char *path = xasprintf("%s/%s", dir, name), *err = NULL;
	FILE *f = fopen(path, "w");
	bool bad = !f;

	if (f) {
		fn(b, f);
		bad = ferror(f);
		bad |= fclose(f) != 0;
	}
	if (bad)
		err = err_fmt("%s: cannot be written: %s", path, strerror(errno));
	free(path);
	return err;
}

/* A real kernel's cost by source line, if the scenario asks for it. */
static char *write_lines(const struct build_host *h, const char *dir)
{
	const struct kernel_ops *ops = h->kernel->ops;
	char *path = xasprintf("%s/lines-%s.csv", dir, h->name), *err = NULL;
	FILE *f = fopen(path, "w");

	if (!f)
		err = err_fmt("%s: cannot be written: %s", path, strerror(errno));
	else if (!ops->print || !ops->print(h->kernel, "lines", f))
		remove(path);
	if (f && fclose(f) && !err)
		err = err_fmt("%s: cannot be written: %s", path, strerror(errno));
	free(path);
	return err;
}

char *result_texts(const struct build *b, const char *outdir)
{
	static const struct {
		const char *name;
		text_fn *fn;
	} texts[] = {
		{"profile.txt", text_profile},	     {"netperf.txt", text_netperf},
		{"mpstat.txt", text_mpstat},	     {"nstat.txt", text_nstat},
		{"softnet_stat.txt", text_softnet},  {"ethtool.txt", text_ethtool},
		{"interrupts.txt", text_interrupts},
	};
	char *err = NULL;

	for (unsigned int i = 0; i < sizeof(texts) / sizeof(texts[0]) && !err; i++)
		err = write_one(b, outdir, texts[i].name, texts[i].fn);
	for (unsigned int i = 0; i < b->hosts && !err; i++)
		err = write_lines(&b->host[i], outdir);
	return err;
}

/* Stacks for flame graphs: host;symbol;cause cycles. */
static void folded(const struct build *b, FILE *f)
{
	for (unsigned int i = 0; i < b->hosts; i++) {
		unsigned int n;
		uint64_t total;
		struct profile_row *rows = profile_collect(&b->host[i], &n, &total);

		for (unsigned int r = 0; r < n; r++)
			for (unsigned int c = 0; c < CAUSE_COUNT; c++)
				if (rows[r].cause[c])
					fprintf(f, "%s;%s;%s %llu\n", b->host[i].name,
						rows[r].symbol, cpu_cause_name[c],
						(unsigned long long)rows[r].cause[c]);
		free(rows);
	}
}

char *result_folded(const struct build *b, const char *outdir)
{
	return write_one(b, outdir, "folded.txt", folded);
}
