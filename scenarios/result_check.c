/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What must balance at the end of every run.  A miss is a defect of the
 * simulator, so the point fails with the figures.
 */
#include "models/host/host.h"
#include "models/path.h"
#include "scenarios/result.h"
#include "sim/check.h"
#include "sim/stats.h"

/* Each CPU's kinds of time add up to the window, to the picosecond. */
static char *check_time(const struct build_host *h)
{
	for (unsigned int c = 0; c < host_cpus(h->host); c++) {
		uint64_t sum = 0;

		for (unsigned int k = 0; k < CPU_KINDS; k++)
			sum += host_cpu_time(h->host, c, k);
		if (sum != stats_window().ps)
			return err_fmt("host %s, CPU %u: %llu ps accounted of %llu", h->name, c,
				       (unsigned long long)sum,
				       (unsigned long long)stats_window().ps);
	}
	return NULL;
}

/* What one end put on the wire is what the other got, lost, or is under way. */
static char *check_link(const struct build_link *l)
{
	for (unsigned int i = 0; i < 2; i++) {
		const struct wire_stats *w = wire_stats(l->wire, i);
		const struct nic_stats *to = &l->nic[!i]->stats;
		uint64_t sent = w->frames + w->duplicated;
		uint64_t got = to->rx_frames + to->rx_no_buffer + to->rx_fifo_drop + to->rx_bad;

		if (sent < got + w->lost)
			return err_fmt("link %s-%s: %llu frames sent, %llu received and %llu lost",
				       l->end[0]->name, l->end[1]->name, (unsigned long long)sent,
				       (unsigned long long)got, (unsigned long long)w->lost);
	}
	return NULL;
}

char *result_check(const struct build *b)
{
	char *err = NULL;

	for (unsigned int i = 0; i < b->hosts && !err; i++) {
		const struct build_host *h = &b->host[i];

		err = check_time(h);
		if (!err && h->kernel->ops->check)
			err = h->kernel->ops->check(h->kernel);
	}
	for (unsigned int i = 0; i < b->links && !err; i++)
		err = check_link(&b->link[i]);
	return err_in(err, "the run does not balance");
}
