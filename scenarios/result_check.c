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

/* Each frame that one end sent is lost, delivered or on its way; each delivered
 * one is in memory, dropped by name or in the device. */
static char *check_direction(const struct build_link *l, unsigned int i)
{
	const struct wire_stats *w = wire_stats(l->wire, i);
	const struct nic *from = l->nic[i], *to = l->nic[!i];
	const struct nic_stats *s = &to->stats;
	uint64_t dropped = s->rx_no_buffer + s->rx_fifo_drop + s->rx_bad;
	uint64_t held = to->ops->rx_held ? to->ops->rx_held(to) : 0;

	if (from->stats.tx_frames != w->frames)
		return err_fmt("%s sent %llu frames, its wire took %llu", from->name,
			       (unsigned long long)from->stats.tx_frames,
			       (unsigned long long)w->frames);
	if (w->frames + w->duplicated != w->lost + w->delivered + w->in_flight)
		return err_fmt("wire from %s: %llu frames and %llu copies, %llu lost, %llu "
			       "delivered, %llu in flight",
			       from->name, (unsigned long long)w->frames,
			       (unsigned long long)w->duplicated, (unsigned long long)w->lost,
			       (unsigned long long)w->delivered, (unsigned long long)w->in_flight);
	if (w->delivered != s->rx_frames + dropped + held)
		return err_fmt("%s: %llu frames delivered, %llu to memory, %llu dropped, %llu held",
			       to->name, (unsigned long long)w->delivered,
			       (unsigned long long)s->rx_frames, (unsigned long long)dropped,
			       (unsigned long long)held);
	if (s->bad_dma)
		return err_fmt("%s: %llu descriptors named memory where no packet was", to->name,
			       (unsigned long long)s->bad_dma);
	return NULL;
}

static char *check_link(const struct build_link *l)
{
	char *err = check_direction(l, 0);

	return err ? err : check_direction(l, 1);
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
