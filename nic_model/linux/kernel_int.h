/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to kernel*.c. */
#ifndef NICPATH_NIC_MODEL_LINUX_KERNEL_INT_H
#define NICPATH_NIC_MODEL_LINUX_KERNEL_INT_H

#include "models/host/foreign.h"
#include "nic_model/linux/device.h"
#include "nic_model/linux/kernel.h"
#include "nic_model/linux/kernel_qdisc.h"
#include "nic_model/linux/machine.h"

#define KERNEL_DEVICES 16
#define KERNEL_ROUTES  64

/* Offloads that are switched off. */
#define KERNEL_NO_SG	  1u
#define KERNEL_NO_TSO	  2u
#define KERNEL_NO_GSO	  4u
#define KERNEL_NO_GRO	  8u
#define KERNEL_NO_RX_CSUM 16u

struct data_buffer;
struct ksock;

struct kernel_task {
	struct kernel_task *next;
	struct linux_kernel *k;
	char *name;
	void (*fn)(void *arg);
	void *arg;
	uint64_t affinity;
};

struct profile_line {
	const char *symbol;
	uint64_t calls, instructions, cause[CAUSE_COUNT];
};

struct linux_kernel {
	struct kernel k;
	struct kernel_linux_params p;
	struct yaml_node *machine_tree, *kernel_tree;
	uint64_t seed;
	char *image, *plain; /* paths of what is loaded, and of its plain image */
	struct machine *m;
	const struct kimage_calls *c; /* set when booted */
	bool up;
	unsigned int host; /* number */
	struct {
		struct device *dev;
		char ifname[16];
		char l3name[16]; /* of the interface that has the address: a VLAN's */
		uint32_t ip;
	} device[KERNEL_DEVICES];
	struct machine_device mdev[KERNEL_DEVICES];
	unsigned int devices;
	struct {
		uint32_t dst;
		char ifname[16];
		uint8_t mac[6];
	} route[KERNEL_ROUTES];
	unsigned int routes;
	struct kernel_task *tasks, **tasks_end; /* wanted before the boot */
	uint64_t user_next;			/* bump allocator of user memory */
	char *error;				/* of a setting in the image */
	uint64_t at_open[KIMAGE_MAX_CPUS][KIMAGE_IDLE + 1],
		at_close[KIMAGE_MAX_CPUS][KIMAGE_IDLE + 1];
	bool open, closed;
	char *line_text;	  /* CSV of the last window, if kernel.lines */
	struct profile_line *row; /* of the last window */
	unsigned int rows, rows_room;
	uint64_t *counter; /* what stats point at */
	unsigned int counters_at;
	bool counters_known;
	char cmdline[256]; /* module parameters, as on the kernel's command line */
	struct {
		uint32_t rx_ring, tx_ring; /* 0: the driver's */
		uint32_t mtu, vlan;
		uint32_t rps, rps_flow_cnt; /* CPUs, flows; 0: off */
		uint64_t smp_affinity;	    /* CPUs; 0: any */
		bool threaded;
		unsigned int off; /* KERNEL_NO_* */
		struct kernel_qdisc qdisc;
	} setting[KERNEL_DEVICES];
	struct ksock *socks;	     /* open ones of its programs */
	struct data_buffer *buffers; /* sent without a copy */
	uint64_t zerocopied;	     /* completions of MSG_ZEROCOPY */
	bool draining, drained;	     /* kernel_leak.c: sockets are to be closed; all is said */
	struct kimage_levels before, after;
	char *leak; /* what is left, once drained */
	struct linux_kernel *next;
};

static inline struct linux_kernel *linux_of(struct kernel *k)
{
	return k->priv;
}

/* Set when all hosts are up: tasks may start. */
extern bool kernel_linux_started;

/* kernel_sock.c: the [task] operations. */
extern const struct kernel_ops kernel_linux_sock_ops;
/* The running task has nothing more to do: its sockets close. */
void kernel_linux_task_ends(struct linux_kernel *k);
/* A task that is to end does, here: from [task] operations, before and after what blocks. */
void kernel_linux_rest(struct linux_kernel *k);
/* Blocked calls of all sockets return. From a task. */
void kernel_linux_stop_sockets(struct linux_kernel *k);
/* kernel_leak.c: levels before interfaces come up and once they are; in the init task. Later, from
 * outside: what has leaked. */
void kernel_linux_levels(struct linux_kernel *k, bool up);
void kernel_linux_drain(struct linux_kernel *k);
char *kernel_linux_leaks(struct linux_kernel *first);
/* kernel_setup.c: the first process, addresses, routes, sysctl. */
void kernel_linux_init(void *k, const struct kimage_calls *c);
void kernel_linux_start_task(struct linux_kernel *k, struct kernel_task *t);
/* kernel_counters.c: refreshes all; registers them the first time. */
void kernel_linux_counters(struct linux_kernel *k);
/* kernel_driver.c: driver settings of a NIC's mapping. */
char *kernel_linux_settings(struct linux_kernel *k, unsigned int device, struct yaml_node *nic);
/* MTU and offloads of lo. */
void kernel_linux_loopback(struct linux_kernel *k, int fd);
void kernel_linux_ethtool(struct linux_kernel *k, unsigned int device, int fd);
/* kernel_net.c */
void kernel_linux_queues(struct linux_kernel *k, unsigned int device, int fd);
int kernel_linux_set_qdisc(struct linux_kernel *k, const char *ifname, int fd,
			   const struct kernel_qdisc *q);
void kernel_linux_vlan(struct linux_kernel *k, unsigned int device, int fd);
/* kernel_report.c */
bool kernel_linux_counter(struct kernel *k, const char *name, uint64_t *value);
bool kernel_linux_print(struct kernel *k, const char *what, void *file);
uint64_t kernel_linux_cpu_time(void *k, unsigned int cpu, enum cpu_kind kind);
void kernel_linux_window(void *k, bool open);
void kernel_linux_profile(void *k, host_profile_row *row, void *ctx);

#endif
