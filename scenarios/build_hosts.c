/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hosts of a scenario: machine, kernel, and what its author set up on each. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "models/mem/mem_params.h"
#include "scenarios/build.h"
#include "scenarios/build_check.h"
#include "sim/check.h"
#include "sim/yaml.h"

#define OFF(m) offsetof(struct host_params, m)
static const struct param params[] = {
	{"ip", PARAM_STRING, OFF(ip), "", NULL, NULL, NULL,
	 "IPv4 address; empty: 10.0.0.N by order of the hosts", "assumed"},
	{"tap", PARAM_BOOL, OFF(tap), "off", NULL, NULL, NULL,
	 "a packet socket sees every frame, as a DHCP client leaves one open",
	 "packet_rcv_spkt, sk_run_filter in measured/qdisc-regression-profile.csv"},
	{"tap_filter", PARAM_U32, OFF(tap_filter), "6", "1", "4096", NULL,
	 "filter instructions until a TCP frame is rejected",
	 "assumed: a DHCP client's filter tests EtherType, protocol, fragment, port"},
	{"shared_irq", PARAM_BOOL, OFF(shared_irq), "off", NULL, NULL, NULL,
	 "the NIC's INTx line is shared with a USB controller (MSI never is)",
	 "ehci_hcd in measured/qdisc-regression-profile.csv"},
	{"rps_cpus", PARAM_U32, OFF(rps_mask), "0", NULL, NULL, NULL,
	 "bit mask of CPUs that receive packet steering spreads input over; 0: off",
	 "/sys/class/net/*/queues/rx-*/rps_cpus"},
	{"qdisc", PARAM_STRING, OFF(qdisc), "", NULL, NULL, NULL,
	 "queue discipline of its devices, its options (tc.NAME) in `qdisc_options`; empty: the "
	 "kernel's default",
	 "tc qdisc replace"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

const struct param_table host_param_table = {
	"host",
	"hosts.NAME, beside its machine, kernel and nic.",
	params,
	sizeof(struct host_params),
};

/* One that a host can have: not 0/8, loopback, multicast, reserved. */
static bool unicast(uint32_t ip)
{
	return ip >> 24 && ip >> 24 != 127 && ip >> 24 < 224;
}

static char *read_ip(const struct build *b, struct build_host *h)
{
	struct yaml_node *at = *h->params.ip ? yaml_find(h->tree, "ip") : h->tree;
	struct in_addr a;

	h->ip = 0x0a000001u + b->hosts;
	if (*h->params.ip) {
		if (inet_pton(AF_INET, h->params.ip, &a) != 1)
			return yaml_error(at, "\"%s\" is no IPv4 address", h->params.ip);
		h->ip = ntohl(a.s_addr);
		if (!unicast(h->ip))
			return yaml_error(at, "%s cannot be a host's address", h->params.ip);
	}
	for (unsigned int i = 0; i < b->hosts; i++)
		if (b->host[i].ip == h->ip)
			return yaml_error(at, "hosts %s and %s have the same address",
					  b->host[i].name, h->name);
	return NULL;
}

static char *count_cpus(struct build_host *h, struct yaml_node *machine)
{
	struct mem_params p;
	char *err;

	param_defaults(&mem_param_table, &p);
	err = param_load(&mem_param_table, machine, &p);
	h->cpus = p.cpus;
	param_free(&mem_param_table, &p);
	if (!err && h->cpus < 32 && h->params.rps_mask >> h->cpus)
		err = yaml_error(yaml_find(h->tree, "rps_cpus"), "host %s has only %u CPUs",
				 h->name, h->cpus);
	return err;
}

static char *need(struct build_host *h, const char *key, struct yaml_node **out)
{
	*out = yaml_get(h->tree, key);
	if (!*out)
		return yaml_error(h->tree,
				  "host %s has no %s; `nicpath list %ss` shows what there is",
				  h->name, key, key);
	return NULL;
}

static char *make_host(struct build *b, struct build_host *h, struct yaml_node *machine,
		       struct yaml_node *kernel)
{
	return kernel_new(h, machine, kernel, b->params.seed);
}

static char *one_host(struct build *b, struct yaml_node *n, const char *name, bool check_only)
{
	struct build_host *h = &b->host[b->hosts];
	struct yaml_node *machine, *kernel;
	char *err;

	if (b->hosts == BUILD_MAX_HOSTS)
		return yaml_error(n, "more than %d hosts", BUILD_MAX_HOSTS);
	h->name = name;
	h->tree = n;
	err = build_check_name(n, "host", name);
	param_defaults(&host_param_table, &h->params);
	if (!err)
		err = param_load(&host_param_table, n, &h->params);
	if (!err)
		err = read_ip(b, h);
	if (!err)
		err = need(h, "machine", &machine);
	if (!err)
		err = need(h, "kernel", &kernel);
	if (!err)
		err = count_cpus(h, machine);
	if (!err)
		err = check_only ? check_host(machine, kernel) : make_host(b, h, machine, kernel);
	b->hosts++;
	return err;
}

char *build_hosts(struct build *b, struct yaml_node *tree, bool check_only)
{
	struct yaml_node *hosts = yaml_get(tree, "hosts");
	char *err = NULL;

	if (!hosts || yaml_kind(hosts) != YAML_MAP || !yaml_count(hosts))
		return yaml_error(tree, "a scenario needs `hosts`");
	for (size_t i = 0; i < yaml_count(hosts) && !err; i++) {
		const char *name;
		struct yaml_node *n = yaml_at(hosts, i, &name);

		err = one_host(b, n, name, check_only);
	}
	return err;
}
