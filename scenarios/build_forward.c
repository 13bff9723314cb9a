/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ways over hosts that forward, by the number of links; the first link of the file wins a tie.
 * Each host on the way gets host routes to both ends, with the next hop's MAC address as the
 * neighbour's, so that nothing depends on ARP.
 */
#include "scenarios/build_forward.h"

#include <stdio.h>
#include <string.h>

#include "models/kernel.h"
#include "nic_model/linux/kernel.h"
#include "nic_model/nic.h"
#include "scenarios/build.h"
#include "sim/yaml.h"

static bool is_on(const char *text)
{
	static const char *const on[] = {"on", "true", "yes", "1"};

	for (unsigned int i = 0; text && i < sizeof(on) / sizeof(on[0]); i++)
		if (!strcmp(text, on[i]))
			return true;
	return false;
}

/* Real code by sysctl, stages by their behaviour. The sysctl's name has dots, so its mapping is
 * gone through. */
static bool forwards(const struct build_host *h)
{
	struct yaml_node *kernel = yaml_find(h->tree, "kernel");
	struct yaml_node *map = yaml_find(kernel, "sysctl");
	const struct yaml_node *stages = yaml_find(kernel, "inet.forward");
	const char *key, *value;

	if (!kernel_linux_wanted(kernel))
		return stages && is_on(yaml_text(stages));
	for (size_t i = 0; map && i < yaml_count(map); i++) {
		value = yaml_text(yaml_at(map, i, &key));
		if (value && !strcmp(key, "net.ipv4.ip_forward"))
			return strcmp(value, "0") != 0;
	}
	return false;
}

static struct build_host *other_end(const struct build_link *l, const struct build_host *h)
{
	return l->end[0] == h ? l->end[1] : l->end[1] == h ? l->end[0] : NULL;
}

/* Links to each host from `from`; via[host]: the link over which the way comes there. */
struct way {
	int hops[BUILD_MAX_HOSTS], via[BUILD_MAX_HOSTS];
};

static void spread(const struct build *b, struct way *w, unsigned int host)
{
	const struct build_host *h = &b->host[host];

	for (unsigned int i = 0; i < b->links; i++) {
		const struct build_host *o = other_end(&b->link[i], h);
		long n = o ? o - b->host : -1;

		if (n < 0 || w->hops[n] >= 0)
			continue;
		w->hops[n] = w->hops[host] + 1;
		w->via[n] = (int)i;
	}
}

static bool find(const struct build *b, const struct build_host *from, const struct build_host *to,
		 struct way *w)
{
	memset(w, -1, sizeof(*w));
	w->hops[from - b->host] = 0;
	for (int d = 0; d < BUILD_MAX_HOSTS && w->hops[to - b->host] < 0; d++)
		for (unsigned int h = 0; h < b->hosts; h++)
			if (w->hops[h] == d && (&b->host[h] == from || forwards(&b->host[h])))
				spread(b, w, h);
	return w->hops[to - b->host] >= 0;
}

bool forward_way(const struct build *b, const struct build_host *from, const struct build_host *to)
{
	struct way w;

	return find(b, from, to, &w);
}

/* Of h's NIC on link l: "eth0". */
static void name_of(const struct build_link *l, const struct build_host *h, char ifname[16])
{
	const struct nic *n = l->nic[l->end[1] == h];

	snprintf(ifname, 16, "%s", strchr(n->name, '.') + 1);
}

/* Along the way back from `to`: each host before it learns the next hop. */
static char *routes_to(struct build *b, struct build_host *from, struct build_host *to)
{
	struct build_host *h = to;
	char ifname[16], *err = NULL;
	struct way w;

	if (!find(b, from, to, &w))
		return NULL;
	while (h != from && !err) {
		struct build_link *l = &b->link[w.via[h - b->host]];
		struct build_host *before = other_end(l, h);

		name_of(l, before, ifname);
		/* The last one has a route over its link already. */
		if (h != to)
			err = before->kernel->ops->route(before->kernel, to->ip, ifname,
							 l->nic[l->end[1] == h]->mac);
		h = before;
	}
	return err;
}

char *forward_routes(struct build *b, struct build_host *from, struct build_host *to)
{
	char *err;

	if (from == to)
		return NULL;
	err = routes_to(b, from, to);
	return err ? err : routes_to(b, to, from);
}
