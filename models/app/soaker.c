/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A CPU-bound task that soaks up what a CPU has left.
 *
 * Called by: the composition
 * Calls: user_run
 * Models: an endless loop in user space that touches no memory
 * Leaves out: cache pressure of a real program
 * Source: netdev, 2009-04-24, GRO against LRO comparison
 */
#include "models/app/app.h"
#include "models/host/sched.h"

#define BURST 20000u /* instructions between looks at the run queue */

struct params {
	int32_t unused;
};

static const struct param param_list[] = {
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};

static const struct param_table table = {
	"workload.soaker",
	"An endless loop on the `to` host's CPUs.",
	param_list,
	sizeof(struct params),
};

static void soak(void *arg)
{
	struct app *a = arg;

	while (!a->failed)
		user_run(BURST);
}

static char *start(struct app *a)
{
	task_new(a->to.kernel->host, "soaker", soak, a, a->to.affinity, 0);
	return NULL;
}

const struct app_ops soaker_ops = {
	.kind = "soaker",
	.help = "a CPU-bound task on the receiving host",
	.params = &table,
	.start = start,
};
