/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loading every parameter of a component without making it. */
#include "scenarios/build_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "models/host/cpu_params.h"
#include "models/host/host.h"
#include "models/host/kprofile.h"
#include "models/mem/mem_params.h"
#include "models/mem/membench.h"
#include "nic_model/driver.h"
#include "nic_model/linux/kernel.h"
#include "nic_model/nic.h"
#include "nic_model/pcie.h"
#include "nic_model/linux/image.h"
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
 * scenario, so that another image makes other points.  Hashed once a process.
 */
static char *note_image(struct yaml_node *kernel)
{
	static char text[24];
	char *path, *bytes, *err = image_find("hooked", &path);
	size_t len;

	if (err || !text[0]) {
		if (err)
			return err;
		bytes = file_read(path, &len);
		if (!bytes)
			return err_fmt("%s: cannot be read", path);
		snprintf(text, sizeof(text), "%016llx",
			 (unsigned long long)hash_bytes(HASH_START, bytes, len));
		free(bytes);
	}
	free(path);
	err = yaml_set(kernel, "image", text, "the kernel image");
	if (!err)
		yaml_mark(yaml_get(kernel, "image"));
	return err;
}

static char *check_real(struct yaml_node *kernel)
{
	char *err = kernel_linux_check(kernel);

	return err ? err : err_in(note_image(kernel), "%s", yaml_where(kernel));
}

static char *check_kernel(struct yaml_node *kernel)
{
	struct kprofile *p;
	char *err;

	if (kernel_linux_wanted(kernel))
		return check_real(kernel);
	err = kprofile_new(kernel, &p);
	for (unsigned int i = 0; registry_kernel_tables[i] && !err; i++)
		err = check_section(registry_kernel_tables[i], kernel, registry_kernel_tables[i]->name);
	return err;
}

char *check_host(struct yaml_node *machine, struct yaml_node *kernel)
{
	char *err = check_section(&cpu_param_table, machine, "cpu");

	if (!err)
		err = check_table(&mem_param_table, machine);
	if (!err)
		err = check_section(&pcie_param_table, machine, "pcie");
	if (!err)
		err = check_section(&membench_published_table, machine, "published");
	if (!err)
		err = check_kernel(kernel);
	return err;
}

char *check_nic(struct yaml_node *nic)
{
	struct yaml_node *model = yaml_get(nic, "model"), *driver = yaml_get(nic, "driver");
	const struct nic_ops *ops = registry_nic(yaml_text(model));
	const struct driver_core *d;
	char *err;

	if (!ops)
		return yaml_error(model, "no NIC model \"%s\"; `nicpath list models` shows what there is",
				  yaml_text(model));
	d = registry_driver(driver && yaml_text(driver) && *yaml_text(driver) ? yaml_text(driver) :
										yaml_text(model));
	err = check_section(ops->params, nic, "device");
	if (!err)
		err = check_section(&pcie_param_table, nic, "pcie");
	if (!err && d)
		err = check_table(d->params, nic);
	return err;
}
