/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading every parameter of a component without making it. */
#include "scenarios/build_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/cpu_params.h"
#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "models/mem/mem_params.h"
#include "models/mem/membench.h"
#include "models/tx/qdisc.h"
#include "nic_model/driver.h"
#include "nic_model/linux/kernel.h"
#include "nic_model/linux/kernel_qdisc.h"
#include "nic_model/nic.h"
#include "nic_model/pcie.h"
#include "nic_model/linux/image.h"
#include "scenarios/build.h"
#include "scenarios/files.h"
#include "scenarios/registry.h"
#include "sim/check.h"
#include "sim/param.h"
#include "sim/yaml.h"

char *check_table(const struct param_table *t, struct yaml_node *map)
{
	void *out = xcalloc(1, t->struct_size);
	char *err;

	param_defaults(t, out);
	err = param_load(t, map, out);
	param_free(t, out);
	free(out);
	return err;
}

static char *check_section(const struct param_table *t, struct yaml_node *map, const char *key)
{
	struct yaml_node *n = yaml_section(map, key);

	return n ? check_table(t, n) : yaml_error(map, "\"%s\" takes a mapping", key);
}

/*
 * Real code is a file of its own: its content's hash goes into the resolved
 * scenario, so that another image makes other points.  Read once a process.
 */
static char *note_image(struct yaml_node *kernel)
{
	static char *id;
	char *path, *err = id ? NULL : image_find("hooked", &path);

	if (!err && !id) {
		err = image_id(path, &id);
		free(path);
	}
	if (!err)
		err = yaml_set(kernel, "image", id, "the kernel image");
	if (!err)
		yaml_mark(yaml_get(kernel, "image"));
	return err;
}

static char *hash_file(struct yaml_node *at, uint64_t *h)
{
	const char *file = yaml_text(at);
	size_t n;
	char *text = file && *file ? file_read(file, &n) : NULL;

	if (!file || !*file)
		return NULL;
	if (!text)
		return yaml_error(at, "%s: %s", file, strerror(errno));
	*h = hash_bytes(*h, text, n);
	free(text);
	return NULL;
}

/* So does that of the user's files in it: a changed one makes other points. */
static char *note_files(struct yaml_node *kernel)
{
	struct yaml_node *over = yaml_find(kernel, "override"), *map = yaml_get(kernel, "source");
	uint64_t h = HASH_START;
	char *id, *err = over ? hash_file(over, &h) : NULL;

	for (size_t i = 0; map && i < yaml_count(map) && !err; i++)
		err = hash_file(yaml_at(map, i, NULL), &h);
	if (err || h == HASH_START)
		return err;
	id = xasprintf("%016llx", (unsigned long long)h);
	err = yaml_set(kernel, "files", id, "content of the user's files in the image");
	if (!err)
		yaml_mark(yaml_get(kernel, "files"));
	free(id);
	return err;
}

static char *check_real(struct yaml_node *kernel)
{
	char *err = kernel_linux_check(kernel);

	if (!err)
		err = err_in(note_image(kernel), "%s", yaml_where(kernel));
	return err ? err : note_files(kernel);
}

static char *find_qdisc(struct yaml_node *at, const char *name, const struct qdisc_ops **out)
{
	const char *names[16], *near;
	size_t n = 0;

	for (; qdisc_list[n]; n++) {
		*out = qdisc_list[n];
		names[n] = (*out)->name;
		if (!strcmp(names[n], name))
			return NULL;
	}
	near = nearest_name(name, names, n);
	return near ? yaml_error(at, "no queue discipline \"%s\"; did you mean \"%s\"?", name, near)
		    : yaml_error(at,
				 "no queue discipline \"%s\" (`nicpath list qdiscs` shows them)",
				 name);
}

/* What tc would be told on that host. */
static char *check_qdisc(struct build_host *h, bool real)
{
	struct yaml_node *options = yaml_get(h->tree, "qdisc_options");
	struct yaml_node *at = yaml_find(h->tree, "qdisc");
	const struct qdisc_ops *q;
	struct kernel_qdisc told;
	char *err;

	if (options && !*h->params.qdisc)
		return yaml_error(options, "qdisc_options without a qdisc");
	if (!*h->params.qdisc)
		return NULL;
	if (real)
		return kernel_qdisc_load(at, h->params.qdisc, options, &told);
	err = find_qdisc(at, h->params.qdisc, &q);
	if (err)
		return err;
	if (options && !q->params)
		return yaml_error(options, "%s takes no options", q->name);
	return q->params ? check_section(q->params, h->tree, "qdisc_options") : NULL;
}

char *check_settings(struct build_host *h)
{
	bool real = kernel_linux_wanted(yaml_get(h->tree, "kernel"));

	if (real && h->params.tap)
		return yaml_error(yaml_find(h->tree, "tap"),
				  "host %s runs real code, which has no tap", h->name);
	if (real && h->params.shared_irq)
		return yaml_error(yaml_find(h->tree, "shared_irq"),
				  "host %s runs real code, which has no USB controller", h->name);
	return check_qdisc(h, real);
}

/* The default discipline's name; its options are its own defaults. */
static char *check_discipline(struct yaml_node *kernel)
{
	struct yaml_node *at = yaml_find(yaml_section(kernel, "qdisc"), "discipline");
	const struct qdisc_ops *q;

	return at && yaml_text(at) ? find_qdisc(at, yaml_text(at), &q) : NULL;
}

static char *check_kernel(struct yaml_node *kernel)
{
	struct kprofile *p = NULL;
	char *err;

	if (kernel_linux_wanted(kernel))
		return check_real(kernel);
	err = kprofile_new(kernel, &p);
	if (!err)
		kprofile_free(p);
	for (unsigned int i = 0; registry_kernel_tables[i] && !err; i++)
		err = check_section(registry_kernel_tables[i], kernel,
				    registry_kernel_tables[i]->name);
	if (!err)
		err = check_discipline(kernel);
	return err;
}

static char *check_memory(struct yaml_node *machine)
{
	struct mem_params p;
	char *err = mem_params_load(machine, &p);

	param_free(&mem_param_table, &p);
	return err;
}

char *check_host(struct yaml_node *machine, struct yaml_node *kernel)
{
	char *err = check_section(&cpu_param_table, machine, "cpu");

	if (!err)
		err = check_memory(machine);
	if (!err)
		err = check_section(&pcie_param_table, machine, "pcie");
	if (!err)
		err = check_section(&membench_published_table, machine, "published");
	if (!err)
		err = check_kernel(kernel);
	return err;
}

char *check_nic(struct yaml_node *nic, struct yaml_node *kernel)
{
	struct yaml_node *model = yaml_get(nic, "model"), *driver = yaml_get(nic, "driver");
	const struct nic_ops *ops = registry_nic(yaml_text(model));
	const struct driver_core *d;
	char *err;

	if (!ops)
		return yaml_error(model,
				  "no NIC model \"%s\"; `nicpath list models` shows what there is",
				  yaml_text(model));
	d = registry_driver(driver && yaml_text(driver) && *yaml_text(driver) ? yaml_text(driver)
									      : yaml_text(model));
	err = check_section(ops->params, nic, "device");
	if (!err)
		err = check_section(&pcie_param_table, nic, "pcie");
	if (!err && kernel_linux_wanted(kernel))
		err = kernel_linux_check_nic(nic, kernel);
	else if (!err && d)
		err = check_table(d->params, nic);
	return err;
}
