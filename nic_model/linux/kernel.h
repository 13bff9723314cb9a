/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A host that runs real code, behind models/kernel.h: `kernel: linux-6.1` in a scenario.
 *
 * Order: kernel_linux_host(), kernel_linux_new(), then attach() for its devices,
 * kernel_linux_boot() once for all hosts (runs the engine until they are up), then workloads.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_KERNEL_H
#define NICPATH_NIC_MODEL_LINUX_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "models/kernel.h"
#include "sim/param.h"

struct machine;
struct yaml_node;

/* Mapping `kernel` of such a host, beside its name. */
struct kernel_linux_params {
	char *name; /* "linux-6.1" */
	bool real;  /* what makes it real code */
	bool costs; /* off: the plain image, code takes no time (warm-up, functional runs) */
	bool warnings_fatal; /* a kernel warning ends the point */
	char *override;	     /* C file whose functions replace the kernel's; "": none */
	bool lines;	     /* cost of each source line, for `nicpath annotate` */
	bool leak_check;     /* at the end sockets are closed, and nothing may be left */
	uint64_t lockup_ps;
	uint64_t loopback_mtu;
	bool loopback_gso;
	uint64_t syscall_ps; /* without costs: a system call takes this */
};
extern const struct param_table kernel_linux_param_table;

/* True if this kernel mapping names real code. */
bool kernel_linux_wanted(struct yaml_node *kernel);
/* Only checks the parameters. */
char *kernel_linux_check(struct yaml_node *kernel);

/*
 * host: made by host_new_foreign() from the same machine mapping. Error with its place, or that
 * there is no image. sysctl settings are taken from kernel.sysctl: {name: value}.
 */
char *kernel_linux_new(struct host *h, struct yaml_node *machine, struct yaml_node *kernel,
		       uint64_t seed, struct kernel **out);

/* Runs the engine until all real kernels have booted, with addresses and links up. Error (a fault's
 * text) or NULL. */
char *kernel_linux_boot(void);

/* After everything has been written: looks for leaks where kernel.leak_check is on. Error or NULL.
 */
char *kernel_linux_end(void);

/* Only checks the settings of a NIC's mapping that the driver takes. */
char *kernel_linux_check_nic(struct yaml_node *nic, struct yaml_node *kernel);
extern const struct param_table kernel_linux_driver_table;

/*
 * After attach(), before the boot: `tc qdisc replace dev IF root QDISC OPTIONS` (at: where its name
 * stands, options: a mapping or NULL); rps_cpus of its receive queue.
 */
char *kernel_linux_qdisc(struct kernel *k, const char *ifname, struct yaml_node *at,
			 const char *qdisc, struct yaml_node *options);
void kernel_linux_rps(struct kernel *k, const char *ifname, uint32_t cpus);

/* Text of the fault that ended the point, if one did. */
const char *kernel_linux_fault(const struct kernel *k);
struct machine *kernel_linux_machine(const struct kernel *k);

#endif
