/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Links of a scenario: a NIC with its driver at each end, and a wire between. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/host.h"
#include "models/inet.h"
#include "models/net_core.h"
#include "models/path.h"
#include "models/tx/qdisc.h"
#include "nic_model/driver.h"
#include "nic_model/linux/kernel.h"
#include "nic_model/usb_shared.h"
#include "scenarios/build.h"
#include "scenarios/build_check.h"
#include "scenarios/registry.h"
#include "sim/check.h"
#include "sim/yaml.h"

/* Top level of a NIC's mapping, beside its driver's settings. */
struct nic_params {
	char *name, *model, *driver;
	uint64_t speed_bps;
};

#define OFF(m) offsetof(struct nic_params, m)
static const struct param params[] = {
	{"name", PARAM_STRING, OFF(name), "", NULL, NULL, NULL, "name of the NIC file", "assumed"},
	{"model", PARAM_STRING, OFF(model), NULL, NULL, NULL, NULL,
	 "device model: `nicpath list models`", "assumed"},
	{"driver", PARAM_STRING, OFF(driver), "", NULL, NULL, NULL,
	 "driver core; empty: of the model's name", "assumed"},
	{"speed", PARAM_RATE, OFF(speed_bps), "1Gbps", "1Mbps", "800Gbps", NULL,
	 "what its port can do; a link without `rate` runs at the slower end's speed",
	 "data sheet"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

const struct param_table nic_param_table = {"nic", "A network interface.", params,
					    sizeof(struct nic_params)};

struct end {
	struct build_host *host;
	struct yaml_node *nic;
	struct nic_params p;
};

static char *load_nic(struct end *e, struct yaml_node *at)
{
	char *err;

	e->nic = yaml_get(e->host->tree, "nic");
	if (!e->nic)
		return yaml_error(at, "host %s has no nic; `nicpath list nics` shows what there is",
				  e->host->name);
	param_defaults(&nic_param_table, &e->p);
	err = param_load(&nic_param_table, e->nic, &e->p);
	if (!err && !*e->p.driver) {
		free(e->p.driver);
		e->p.driver = xstrdup(e->p.model);
	}
	return err;
}

static char *find_ends(struct build *b, struct yaml_node *n, struct end end[2])
{
	struct yaml_node *list = yaml_get(n, "ends");
	char *err = NULL;

	if (!list || yaml_kind(list) != YAML_SEQ || yaml_count(list) != 2)
		return yaml_error(list ? list : n, "a link needs `ends: [HOST, HOST]`");
	for (unsigned int i = 0; i < 2 && !err; i++) {
		struct yaml_node *name = yaml_at(list, i, NULL);

		end[i].host = yaml_text(name) ? build_find_host(b, yaml_text(name)) : NULL;
		if (!end[i].host)
			return yaml_error(name, "no host \"%s\" in this scenario",
					  yaml_text(name) ? yaml_text(name) : "");
		end[i].host->linked = true;
		err = load_nic(&end[i], name);
	}
	if (!err && end[0].host == end[1].host)
		err = yaml_error(list, "both ends are host %s", end[0].host->name);
	return err;
}

/* kernel_stages_probe: the driver core that a stage-made kernel is asked to load. */
static char *probe(struct net *net, struct nic *nic, const char *driver, const char *ifname,
		   struct yaml_node *settings, struct netdev **out)
{
	const struct driver_core *d = registry_driver(driver);

	if (!d)
		return yaml_error(settings, "no driver core \"%s\"", driver);
	return d->probe(net, nic, ifname, settings, out);
}

/* hosts.NAME's settings of a stage-made kernel. */
static char *set_up_stages(struct build_host *h, const char *ifname)
{
	struct net *net = net_of(h->host);
	struct netdev *dev = netdev_by_name(net, ifname);
	char *err = NULL;

	for (unsigned int q = 0; *h->params.qdisc && q < dev->txqs && !err; q++)
		err = qdisc_attach(&dev->txq[q], h->params.qdisc,
				   yaml_get(h->tree, "qdisc_options"));
	net->core->tap.on = h->params.tap;
	net->core->tap.filter_len = h->params.tap_filter;
	net->core->rps_mask = h->params.rps_mask;
	return err_in(err, "host %s", h->name);
}

/* The same of a real kernel, done by its own handlers once it has booted. */
static char *set_up_linux(struct build_host *h, const char *ifname)
{
	if (h->params.rps_mask)
		kernel_linux_rps(h->kernel, ifname, h->params.rps_mask);
	if (!*h->params.qdisc)
		return NULL;
	return kernel_linux_qdisc(h->kernel, ifname, yaml_find(h->tree, "qdisc"), h->params.qdisc,
				  yaml_get(h->tree, "qdisc_options"));
}

static char *attach(struct build_host *h, struct nic *nic, const struct end *e)
{
	char ifname[16], *err;

	snprintf(ifname, sizeof(ifname), "eth%u", h->nics);
	kernel_stages_probe = probe;
	err = h->kernel->ops->attach(h->kernel, nic, e->p.driver, ifname, h->ip, e->nic);
	if (!err && !strcmp(h->kernel->ops->kind, "stages"))
		err = set_up_stages(h, ifname);
	else if (!err)
		err = set_up_linux(h, ifname);
	if (!err && h->params.shared_irq && nic->irqs && nic_irq_kind(nic) == NIC_INTX)
		usb_shared_add(nic, nic->irq[0]);
	h->nic[h->nics++] = nic;
	return err;
}

static char *make_nic(struct build_link *l, unsigned int i, struct end *e)
{
	char name[32], *err;

	if (e->host->nics == BUILD_MAX_NICS)
		return yaml_error(e->nic, "host %s: more than %d NICs", e->host->name,
				  BUILD_MAX_NICS);
	snprintf(name, sizeof(name), "%s.eth%u", e->host->name, e->host->nics);
	err = nic_new(name, e->host->host, e->nic, yaml_get(e->host->tree, "machine"), &l->nic[i]);
	if (err)
		return err;
	wire_attach(l->wire, i, l->nic[i]);
	return attach(e->host, l->nic[i], e);
}

static char *add_route(struct build_host *h, const struct build_host *peer,
		       const struct nic *peer_nic)
{
	char ifname[16];

	snprintf(ifname, sizeof(ifname), "eth%u", h->nics - 1);
	return h->kernel->ops->route(h->kernel, peer->ip, ifname, peer_nic->mac);
}

static char *make_link(struct build *b, struct build_link *l, struct end end[2])
{
	char name[64], *err;

	snprintf(name, sizeof(name), "%s-%s", end[0].host->name, end[1].host->name);
	err = wire_new(name, &l->params, b->params.seed, &l->wire);
	for (unsigned int i = 0; i < 2 && !err; i++)
		err = make_nic(l, i, &end[i]);
	for (unsigned int i = 0; i < 2 && !err; i++)
		err = add_route(l->end[i], l->end[!i], l->nic[!i]);
	return err;
}

static char *one_link(struct build *b, struct yaml_node *n, bool check_only)
{
	struct build_link *l = &b->link[b->links];
	struct end end[2] = {{0}, {0}};
	char *err;

	if (yaml_kind(n) != YAML_MAP)
		return yaml_error(n, "a link takes a mapping");
	if (b->links == BUILD_MAX_LINKS)
		return yaml_error(n, "more than %d links", BUILD_MAX_LINKS);
	param_defaults(&wire_param_table, &l->params);
	err = find_ends(b, n, end);
	if (err)
		return err;
	l->end[0] = end[0].host;
	l->end[1] = end[1].host;
	if (!yaml_find(n, "rate")) {
		uint64_t a = end[0].p.speed_bps, z = end[1].p.speed_bps;
		char rate[32];

		snprintf(rate, sizeof(rate), "%llubps", (unsigned long long)(a < z ? a : z));
		err = yaml_set(n, "rate", rate, "the NICs' speed");
	}
	if (!err)
		err = param_load(&wire_param_table, n, &l->params);
	b->links++;
	for (unsigned int i = 0; i < 2 && !err && check_only; i++) {
		err = check_settings(end[i].host);
		if (!err)
			err = check_nic(end[i].nic, yaml_get(end[i].host->tree, "kernel"));
	}
	if (err || check_only)
		return err;
	return make_link(b, l, end);
}

char *build_links(struct build *b, struct yaml_node *tree, bool check_only)
{
	struct yaml_node *links = yaml_get(tree, "links");
	char *err = NULL;

	if (links && yaml_kind(links) != YAML_SEQ)
		return yaml_error(links, "links takes a list");
	for (size_t i = 0; links && i < yaml_count(links) && !err; i++)
		err = one_link(b, yaml_at(links, i, NULL), check_only);
	for (unsigned int i = 0; i < b->hosts && !err; i++) {
		struct yaml_node *nic = yaml_get(b->host[i].tree, "nic");

		if (nic && !b->host[i].linked)
			err = yaml_error(nic, "host %s has a nic, but no link ends there",
					 b->host[i].name);
	}
	return err;
}
