/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Protocol counters: names and registration. */
#include "models/snmp.h"

#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "models/path.h"
#include "sim/check.h"
#include "sim/stats.h"

const char *const snmp_name[SNMP_COUNT] = {
#define SNMP_NAME(name) [SNMP_##name] = #name,
	SNMP_LIST(SNMP_NAME)
#undef SNMP_NAME
};

void snmp_register(struct net *n, uint64_t mib[SNMP_COUNT])
{
	for (int i = 0; i < SNMP_COUNT; i++) {
		char *path = xasprintf("hosts.%s.counters.%s", host_name(n->host), snmp_name[i]);

		stats_counter(path, &mib[i], "protocol counter, by its kernel name");
		free(path);
	}
}

int snmp_find(const char *name)
{
	for (int i = 0; i < SNMP_COUNT; i++) {
		if (!strcmp(snmp_name[i], name))
			return i;
	}
	return -1;
}
