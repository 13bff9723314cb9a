/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report knows the place and the kernel's counter of each way to lose a packet. */
#include "tests/analysis_fake.h"

#include "analysis/lib_losses.h"
#include "models/pkt.h"

static const struct {
	const char *reason, *counter;
} ends[] = {
#define END(name, help, counter) {#name, counter},
	PKT_ENDS(END)
#undef END
};

/* Ends that lose nothing (models/pkt.h). */
static bool kept(const char *reason)
{
	static const char *const list[] = {"DELIVERED", "CONSUMED", "SENT",
					   "ACKED",	"MERGED",   "CLOSED"};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (!strcmp(list[i], reason))
			return true;
	return false;
}

static void same_list(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		const struct loss *l = loss_find(ends[i].reason);

		if (kept(ends[i].reason)) {
			assert_null(l);
			continue;
		}
		if (!l)
			fail_msg("analysis/lib_losses.c has no %s", ends[i].reason);
		if (strchr(ends[i].counter, ' ') || !strncmp(ends[i].counter, "tx_", 3))
			continue; /* words there, a tool's name here */
		assert_string_equal(l->counter, ends[i].counter);
	}
}

int main(void)
{
	return RUN_ONE(same_list);
}
