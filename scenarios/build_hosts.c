/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hosts of a scenario: machine, kernel, and what its author set up on each. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "scenarios/build.h"
#include "scenarios/build_check.h"
#include "sim/check.h"
#include "sim/yaml.h"

#define OFF(m) offsetof(struct host_params, m)
static const struct param params[] = {
	{ "ip", PARAM_STRING, OFF(ip), "", NULL, NULL, NULL,
	  "IPv4 address; empty: 10.0.0.N by order of the hosts", "assumed" },
	{ "tap", PARAM_BOOL, OFF(tap), "off", NULL, NULL, NULL,
	  "a packet socket sees every frame, as a DHCP client leaves one open",
	  "packet_rcv_spkt, sk_run_filter in measured/qdisc-regression-profile.csv" },
	{ "tap_filter", PARAM_U32, OFF(tap_filter), "6", "1", "4096", NULL,
	  "filter instructions until a TCP frame is rejected",
	  "assumed: a DHCP client's filter tests EtherType, protocol, fragment, port" },
	{ "shared_irq", PARAM_BOOL, OFF(shared_irq), "off", NULL, NULL, NULL,
	  "the NIC's INTx line is shared with a USB controller (MSI never is)",
	  "ehci_hcd in measured/qdisc-regression-profile.csv" },
	{ "rps_cpus", PARAM_U32, OFF(rps_mask), "0", NULL, NULL, NULL,
	  "bit mask of CPUs that receive packet steering spreads input over; 0: off",
	  "/sys/class/net/*/queues/rx-*/rps_cpus" },
	{ "qdisc", PARAM_STRING, OFF(qdisc), "", NULL, NULL, NULL,
	  "queue discipline of its devices; empty: the kernel's default", "tc qdisc replace" },
	{ NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL },
};
#undef OFF

const struct param_table host_param_table = {
	"host", "hosts.NAME, beside its machine, kernel and nic.", params, sizeof(struct host_params),
};

static char *read_ip(struct build_host *h, unsigned int index)
{
	struct in_addr a;

	if (!*h->params.ip) {
		h->ip = 0x0a000001u + index;
		return NULL;
	}
	if (inet_pton(AF_INET, h->params.ip, &a) != 1)
		return yaml_error(yaml_find(h->tree, "ip"), "\"%s\" is no IPv4 address", h->params.ip);
	h->ip = ntohl(a.s_addr);
	return NULL;
}

static char *need(struct build_host *h, const char *key, struct yaml_node **out)
{
	*out = yaml_get(h->tree, key);
	if (!*out)
		return yaml_error(h->tree, "host %s has no %s; `nicpath list %ss` shows what there is",
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
	param_defaults(&host_param_table, &h->params);
	err = param_load(&host_param_table, n, &h->params);
	if (!err)
		err = read_ip(h, b->hosts);
	if (!err)
		err = need(h, "machine", &machine);
	if (!err)
		err = need(h, "kernel", &kernel);
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
