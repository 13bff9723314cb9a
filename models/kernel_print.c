/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text outputs as the familiar tools print them; the balance of packets. */
#include "models/kernel_print.h"

#include <stdio.h>
#include <string.h>

#include "models/host/host.h"
#include "models/inet.h"
#include "models/net_core.h"
#include "models/path.h"
#include "models/tcp.h"
#include "sim/check.h"

/* As `nstat -az`: name, value, rate. */
static void print_nstat(const struct net *n, FILE *f)
{
	fprintf(f, "#kernel\n");
	for (int i = 0; i < SNMP_COUNT; i++)
		fprintf(f, "%-32s%-18llu 0.0\n", snmp_name[i], (unsigned long long)n->inet->mib[i]);
}

/* As /proc/net/softnet_stat: columns 1, 2, 3 and 10, the others 0. */
static void print_softnet(const struct net *n, FILE *f)
{
	for (unsigned int i = 0; i < host_cpus(n->host); i++) {
		const struct softnet *s = &n->core->softnet[i];

		fprintf(f,
			"%08llx %08llx %08llx 00000000 00000000 00000000 00000000 00000000 "
			"00000000 %08llx\n",
			(unsigned long long)s->processed, (unsigned long long)s->dropped,
			(unsigned long long)s->time_squeeze, (unsigned long long)s->received_rps);
	}
}

/* As /proc/net/dev, the columns that are modelled. */
static void print_dev(const struct net *n, FILE *f)
{
	fprintf(f, "  face |rx bytes packets errs drop |tx bytes packets errs drop\n");
	for (unsigned int i = 0; i < n->devs; i++) {
		const struct netdev *d = n->dev[i];

		fprintf(f, "%6s: %llu %llu %llu %llu %llu %llu %llu %llu\n", d->name,
			(unsigned long long)d->rx_bytes, (unsigned long long)d->rx_packets,
			(unsigned long long)d->rx_errors, (unsigned long long)d->rx_dropped,
			(unsigned long long)d->tx_bytes, (unsigned long long)d->tx_packets,
			(unsigned long long)d->tx_errors, (unsigned long long)d->tx_dropped);
	}
}

static void print_sockstat(const struct net *n, FILE *f)
{
	fprintf(f, "TCP: inuse %llu mem %lld\n", (unsigned long long)n->tcp->live,
		(long long)n->sock->mem[0].allocated);
}

bool kernel_print(struct net *n, const char *what, void *file)
{
	static const struct {
		const char *what;
		void (*print)(const struct net *n, FILE *f);
	} table[] = {
		{"nstat", print_nstat},
		{"softnet_stat", print_softnet},
		{"dev", print_dev},
		{"sockstat", print_sockstat},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (!strcmp(table[i].what, what)) {
			table[i].print(n, file);
			return true;
		}
	}
	return false;
}

char *kernel_balance(struct net *n)
{
	return pkt_balance(n);
}
