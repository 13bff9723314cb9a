// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Hosts of real code: construction and what is common.
 *
 * Called by: the composition. Calls: machine.c, device.c.
 * Models: nothing by itself; the kernel is the packaged one.
 * Leaves out: mixing with hosts made of stages in one flow's integrity check (payload patterns
 * differ; see kernel_sock.c).
 * Source: Debian linux-source-6.1.
 */
#include "nic_model/linux/kernel.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "models/mem/mem.h"
#include "nic_model/linux/kernel_int.h"
#include "nic_model/linux/machine_int.h"
#include "nic_model/linux/override.h"
#include "sim/check.h"
#include "sim/yaml.h"

#define USER_OFFSET                                                                                \
	0x0d00000000ull /* user memory in the host's window, above RAM and the map of pages */
#define USER_BYTES 0x0100000000ull
#define PROC_TEXT  65536u

#define OFF(m) offsetof(struct kernel_linux_params, m)
static const struct param params[] = {
	{"name", PARAM_STRING, OFF(name), "linux-6.1", NULL, NULL, NULL, "the packaged version",
	 "linux-source-6.1"},
	{"real", PARAM_BOOL, OFF(real), "off", NULL, NULL, NULL,
	 "run the kernel's own code instead of stages", "choice"},
	{"costs", PARAM_BOOL, OFF(costs), "on", NULL, NULL, NULL,
	 "charge each instruction and memory operand; off: code takes no time", "choice"},
	{"warnings_fatal", PARAM_BOOL, OFF(warnings_fatal), "on", NULL, NULL, NULL,
	 "a kernel warning fails the point", "choice"},
	{"override", PARAM_STRING, OFF(override), "", NULL, NULL, NULL,
	 "C file whose global functions replace the kernel's of the same name (another image, "
	 "built once)",
	 "choice"},
	{"lines", PARAM_BOOL, OFF(lines), "off", NULL, NULL, NULL,
	 "write lines-HOST.csv, the cost of each source line, for `nicpath annotate`", "choice"},
	{"leak_check", PARAM_BOOL, OFF(leak_check), "off", NULL, NULL, NULL,
	 "at the end of the point sockets are closed and interfaces go down; packets, sockets, "
	 "pages or DMA mappings that are left then fail it",
	 "choice"},
	{"lockup", PARAM_TIME, OFF(lockup_ps), "1s", "1ms", "1000s", NULL,
	 "time in kernel code without being able to switch tasks (five times that without coming "
	 "back) after which a CPU is stuck, and the point fails",
	 "choice; the kernel's own watchdogs wait 10 and 20 s"},
	{"loopback_mtu", PARAM_SIZE, OFF(loopback_mtu), "65536B", "576B", "65536B", NULL,
	 "MTU of lo", "drivers/net/loopback.c"},
	{"loopback_gso", PARAM_BOOL, OFF(loopback_gso), "on", NULL, NULL, NULL,
	 "packets of up to 64 KiB over lo whatever its MTU (ethtool -K lo tso, gso)", "ethtool"},
	{"syscall", PARAM_TIME, OFF(syscall_ps), "300ns", "0ns", "1ms", NULL,
	 "time of a system call without costs", "assumed"},
	{NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL},
};
#undef OFF

const struct param_table kernel_linux_param_table = {
	"kernel.linux",
	"A host that runs the packaged kernel's own code.",
	params,
	sizeof(struct kernel_linux_params),
};

bool kernel_linux_started;
static struct linux_kernel *kernels;
static unsigned int kernel_count;

bool kernel_linux_wanted(struct yaml_node *kernel)
{
	struct yaml_node *n = yaml_find(kernel, "real");
	const char *t = n ? yaml_text(n) : NULL;

	return t && (!strcmp(t, "on") || !strcmp(t, "true") || !strcmp(t, "yes"));
}

static char *check_source(struct yaml_node *kernel, bool override)
{
	struct yaml_node *map = yaml_get(kernel, "source"), *n;
	const char *path;

	if (!map)
		return NULL;
	if (yaml_kind(map) != YAML_MAP || yaml_count(map) != 1)
		return yaml_error(map, "source takes one file of the kernel's and yours: "
				       "{drivers/net/veth.c: my-veth.c}");
	if (override)
		return yaml_error(map, "source and override cannot both be given");
	n = yaml_at(map, 0, &path);
	return yaml_text(n) && !access(yaml_text(n), R_OK)
		       ? NULL
		       : yaml_error(n, "%s: %s", yaml_text(n) ? yaml_text(n) : path,
				    strerror(errno));
}

static char *load(struct yaml_node *kernel, struct kernel_linux_params *p)
{
	struct yaml_node *map = yaml_get(kernel, "sysctl");
	size_t i;
	char *err;

	for (i = 0; map && i < yaml_count(map); i++)
		yaml_at(map, i, NULL); /* marks it used; the kernel knows which there are */
	param_defaults(&kernel_linux_param_table, p);
	err = param_load(&kernel_linux_param_table, kernel, p);
	return err ? err : check_source(kernel, *p->override);
}

char *kernel_linux_check(struct yaml_node *kernel)
{
	struct kernel_linux_params p;

	return load(kernel, &p);
}

/* --- operations outside tasks --- */

static char *attach(struct kernel *kern, struct nic *nic, const char *driver, const char *ifname,
		    uint32_t ip, struct yaml_node *settings)
{
	struct linux_kernel *k = linux_of(kern);
	const struct kimage_pci *pci = device_pci(nic->ops->name);

	if (!pci || strcmp(driver, nic->ops->name))
		return err_fmt(
			"%s: the kernel image has no driver \"%s\" for a %s (it has: forcedeth)",
			host_name(kern->host), driver, nic->ops->name);
	if (k->devices == KERNEL_DEVICES)
		return err_fmt("%s: more than %d devices", host_name(kern->host), KERNEL_DEVICES);
	k->device[k->devices].dev = device_new(nic, pci, &k->mdev[k->devices]);
	snprintf(k->device[k->devices].ifname, sizeof(k->device[0].ifname), "%s", ifname);
	k->device[k->devices].ip = ip;
	return kernel_linux_settings(k, k->devices++, settings);
}

static char *route(struct kernel *kern, uint32_t dst, const char *ifname, const uint8_t mac[6])
{
	struct linux_kernel *k = linux_of(kern);

	if (k->routes == KERNEL_ROUTES)
		return err_fmt("%s: more than %d routes", host_name(kern->host), KERNEL_ROUTES);
	k->route[k->routes].dst = dst;
	snprintf(k->route[k->routes].ifname, sizeof(k->route[0].ifname), "%s", ifname);
	memcpy(k->route[k->routes++].mac, mac, 6);
	return NULL;
}

static uint64_t user_memory(struct kernel *kern, uint64_t bytes)
{
	struct linux_kernel *k = linux_of(kern);
	uint64_t at = k->user_next;

	if (bytes > USER_BYTES - at)
		return 0;
	k->user_next += (bytes + 4095) & ~4095ull;
	return machine_ram_base(k->host) + USER_OFFSET + at;
}

static char *check(struct kernel *kern)
{
	struct linux_kernel *k = linux_of(kern);

	if (k->error)
		return xstrdup(k->error);
	if (k->m && machine_fault(k->m))
		return xstrdup(machine_fault(k->m));
	if (k->m && k->p.warnings_fatal && machine_warnings(k->m))
		return err_fmt("%s: %u kernel warnings, the first:\n%s", host_name(kern->host),
			       machine_warnings(k->m), machine_warning(k->m));
	return NULL;
}

/* Files of /proc as they are; the rest is kernel_report.c's. */
static bool print(struct kernel *kern, const char *what, void *file)
{
	struct linux_kernel *k = linux_of(kern);
	char *text;
	long n;

	if (strcmp(what, "interrupts") && strcmp(what, "qdisc") && strcmp(what, "ethtool"))
		return kernel_linux_print(kern, what, file);
	if (!k->up)
		return false;
	text = xmalloc(PROC_TEXT);
	n = machine_proc_read(k->m, what, text, PROC_TEXT);
	if (n >= 0)
		fwrite(text, 1, (size_t)n, file);
	free(text);
	return n >= 0;
}

static void destroy(struct kernel *kern)
{
	struct linux_kernel *k = linux_of(kern);
	unsigned int i;

	machine_free(k->m);
	for (i = 0; i < k->devices; i++)
		device_free(k->device[i].dev);
	free(k->image);
	free(k->plain);
	free(k->error);
	free(k->leak);
	free(k->line_text);
	free(k->row);
	free(k);
}

/* --- what models/host asks --- */

static void task_new_op(void *arg, const char *name, void (*fn)(void *arg), void *fn_arg,
			uint64_t affinity)
{
	struct linux_kernel *k = arg;
	struct kernel_task *t = xcalloc(1, sizeof(*t));

	t->k = k;
	t->name = xstrdup(name);
	t->fn = fn;
	t->arg = fn_arg;
	t->affinity = affinity;
	*k->tasks_end = t;
	k->tasks_end = &t->next;
	if (kernel_linux_started)
		machine_wake_init(k->m);
}

static void task_delay_op(void *arg, sim_time dt)
{
	struct linux_kernel *k = arg;

	kernel_linux_rest(k);
	k->c->sleep(dt.ps / 1000);
	kernel_linux_rest(k);
}

/* User code: issue time only, its memory is the application's own concern (models/app charges
 * none). */
static void user_run_op(void *arg, uint64_t instructions)
{
	struct linux_kernel *k = arg;

	machine_user_run(k->m, instructions);
}

static sim_time now_op(void *arg)
{
	struct linux_kernel *k = arg;

	return machine_now(k->m);
}

static const struct host_foreign foreign = {
	.task_new = task_new_op,
	.task_delay = task_delay_op,
	.user_run = user_run_op,
	.now = now_op,
	.window = kernel_linux_window,
	.cpu_time = kernel_linux_cpu_time,
	.profile = kernel_linux_profile,
};

/* --- construction --- */

/* kernel.source: {drivers/net/veth.c: my-veth.c}; NULL: not given. */
static const char *source_of(struct yaml_node *kernel, const char **replaces)
{
	struct yaml_node *map = yaml_get(kernel, "source");

	return map ? yaml_text(yaml_at(map, 0, replaces)) : NULL;
}

static char *find_image(struct linux_kernel *k)
{
	char *stem = NULL, *plain, *hooked, *err = NULL;

	const char *replaces, *file = source_of(k->kernel_tree, &replaces);

	if (file)
		err = override_image(file, replaces, &stem);
	else if (*k->p.override)
		err = override_image(k->p.override, NULL, &stem);
	if (err)
		return err;
	plain = stem ? xasprintf("%s-plain", stem) : xstrdup("plain");
	hooked = stem ? xasprintf("%s-hooked", stem) : xstrdup("hooked");
	err = image_find(plain, &k->plain);
	if (!err)
		err = image_find(k->p.costs ? hooked : plain, &k->image);
	free(stem);
	free(plain);
	free(hooked);
	return err;
}

char *kernel_linux_new(struct host *h, struct yaml_node *machine, struct yaml_node *kernel,
		       uint64_t seed, struct kernel **out)
{
	static struct kernel_ops ops;
	struct linux_kernel *k = xcalloc(1, sizeof(*k));
	char *err = load(kernel, &k->p);

	k->kernel_tree = kernel;
	if (!err)
		err = find_image(k);
	if (err) {
		free(k);
		return err_in(err, "host %s", host_name(h));
	}
	ops = kernel_linux_sock_ops;
	ops.kind = "linux-6.1";
	ops.attach = attach;
	ops.route = route;
	ops.user_memory = user_memory;
	ops.counter = kernel_linux_counter;
	ops.print = print;
	ops.check = check;
	ops.free = destroy;
	k->k = (struct kernel){.ops = &ops, .host = h, .priv = k};
	k->machine_tree = machine;
	k->seed = seed + kernel_count;
	k->host = kernel_count++;
	k->tasks_end = &k->tasks;
	k->next = kernels;
	kernels = k;
	host_set_foreign(h, &foreign, k);
	*out = &k->k;
	return NULL;
}

static char *start(struct linux_kernel *k)
{
	struct machine_params p = {
		.name = host_name(k->k.host),
		.host = k->host,
		.cpus = host_cpus(k->k.host),
		.seed = k->seed,
		.mem = k->p.costs ? host_mem(k->k.host) : NULL,
		.machine = k->machine_tree,
		.syscall_ps = k->p.syscall_ps,
		.devices = k->devices,
		.device = k->mdev,
		.foreign = k->k.host,
		.init = kernel_linux_init,
		.arg = k,
		.cmdline = k->cmdline,
		.plain = k->plain,
		.lockup_ps = k->p.lockup_ps,
	};
	char *err = machine_new(k->image, &p, &k->m);
	unsigned int i;

	for (i = 0; i < k->devices && !err; i++)
		device_attach(k->device[i].dev, k->m, i);
	return err;
}

char *kernel_linux_boot(void)
{
	struct linux_kernel *k;
	bool waiting = kernels != NULL;
	char *err = NULL;

	for (k = kernels; k && !err; k = k->next)
		err = k->m ? NULL : start(k);
	while (waiting && !err) {
		sim_run(sim_add(sim_now(), SIM_MS(10)));
		waiting = false;
		for (k = kernels; k && !err; k = k->next) {
			waiting |= !k->up;
			err = k->m && machine_fault(k->m) ? xstrdup(machine_fault(k->m))
			      : k->error		  ? xstrdup(k->error)
							  : NULL;
		}
		if (!err && waiting && sim_now().ps > SIM_S(30).ps)
			err = err_fmt("a real kernel has not come up in 30 simulated seconds");
	}
	for (k = kernels; k && !err; k = k->next) {
		if (!k->counters_known)
			kernel_linux_counters(k);
		machine_charge_on(k->m);
		machine_wake_init(k->m);
	}
	kernel_linux_started = true;
	return err;
}

char *kernel_linux_end(void)
{
	return kernel_linux_leaks(kernels);
}

const char *kernel_linux_fault(const struct kernel *k)
{
	const struct linux_kernel *l = k->priv;

	return l->m ? machine_fault(l->m) : NULL;
}

struct machine *kernel_linux_machine(const struct kernel *k)
{
	return ((const struct linux_kernel *)k->priv)->m;
}
