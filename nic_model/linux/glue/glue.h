/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the glue files share. Inside the image everything is kernel code; calls go to the simulation
 * through nic_sim.
 */
#ifndef NICPATH_LINUX_GLUE_H
#define NICPATH_LINUX_GLUE_H

#include <linux/types.h>
#include "../kimage.h"

struct completion;
struct task_struct;
struct pt_regs;
struct seq_file;

extern const struct kimage_sim *nic_sim;
extern struct kimage_head kimage_head;

#define SIM(fn, ...) nic_sim->fn(nic_sim->arg, ##__VA_ARGS__)

/* boot.c */
extern struct completion nic_service;
/* cpu.c */
void nic_context_base(int context); /* enum kimage_context */
void nic_cpu_setup(int cpu);
void nic_irq_run_pending(void);
void nic_poll(void);
void nic_smp_init_ops(void);
/* time.c */
void nic_timer_interrupt(void);
void nic_clockevent_setup(void);
void nic_time_init(void);
/* irq.c */
void nic_device_interrupt(unsigned int n);
void nic_irq_set_edge(unsigned int irq, bool edge);
void nic_interrupts_init(void);
int nic_irq_write(const char *ifname, unsigned long mask);
int nic_irq_alloc(unsigned int fn, unsigned int index, bool edge);
/* mm.c */
void nic_mm_early(void);
void nic_percpu_setup(void);
/* task.c */
void nic_task_init(void);
unsigned long nic_stack_pages(void); /* of tasks' stacks */
/* fs.c */
void nic_fs_init(void);
/* proc.c */
long nic_proc_read(const char *path, char *out, unsigned long size);
long nic_proc_read_outside(const char *path, char *out, unsigned long size);
/* ethtool.c */
void nic_ethtool_init(void);
/* qdisc.c */
void nic_qdisc_init(void);
/* attr.c */
int nic_attr_queue_write(const char *ifname, const char *queue, const char *attribute,
			 const char *value);
int nic_attr_dev_write(const char *ifname, const char *attribute, const char *value);
/* sysctl.c */
int nic_sysctl(const char *path, char *buf, size_t *len, int write);
/* pci.c */
void nic_pci_scan(void);
/* levels.c */
void nic_levels(struct kimage_levels *out);
/* data.c */
void nic_cgroup_init(void);
/* file.c */
long nic_file_send(int fd, void *buf, unsigned long len);
/* user.c */
unsigned long nic_buffer_pages(void);
unsigned long nic_file_pages(void); /* of files and programs' buffers */
void nic_user_init(void);

#endif
