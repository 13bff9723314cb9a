/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The hardware under a kernel image: CPUs with local clocks on the engine's threads, their
 * interrupts and timers, RAM.
 *
 * A CPU runs ahead of the engine up to the next pending event (sim_next()); it waits for the engine
 * before anything that another party can see. A machine has an image of its own; machines share
 * nothing.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_MACHINE_H
#define NICPATH_NIC_MODEL_LINUX_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "nic_model/linux/image.h"
#include "nic_model/linux/kimage.h"
#include "sim/sim.h"

struct charge;
struct host;
struct machine;
struct mem;
struct yaml_node;

/*
 * A device behind a PCI function. Accesses are calls of the CPU's, made at machine_now(); they
 * spend its time with machine_wait_until(). irq_kind: the driver's choice, 0 INTx, 1 MSI, 2 MSI-X.
 */
struct machine_device {
	struct kimage_pci pci;
	uint64_t (*read)(void *arg, unsigned int bar, uint64_t off, unsigned int bytes);
	void (*write)(void *arg, unsigned int bar, uint64_t off, unsigned int bytes,
		      uint64_t value);
	void (*irq_kind)(void *arg, unsigned int kind, unsigned int vectors);
	void *arg;
};

struct machine_params {
	const char *name;
	unsigned int host; /* number, decides addresses */
	unsigned int cpus;
	uint64_t ram_bytes; /* 0: 1 GiB */
	uint64_t seed;
	uint64_t syscall_ps; /* time of a system call where code costs nothing (plain image) */
	/*
	 * For a hooked image: the memory system and the machine file's mapping ("cpu", "cache");
	 * its code then costs what it costs there. NULL: a hooked image only counts.
	 */
	struct mem *mem;
	struct yaml_node *machine;
	const char *
		plain; /* file of the plain image that belongs to the hooked one; NULL: beside it */
	const char *cmdline;  /* kernel command line: module parameters ("forcedeth.msi=0"); may be
				 NULL */
	uint64_t ipi_ps;      /* latency of an inter-processor interrupt; 0: 500 ns (assumed) */
	struct host *foreign; /* host that stands for it in models/host; may be NULL */
	uint64_t lockup_ps;   /* lockup.h; 0: 1 s */
	unsigned int devices;
	const struct machine_device *device;
	/* The first process, in a task of the image. */
	void (*init)(void *arg, const struct kimage_calls *calls);
	void *arg;
	/* Console; NULL: only warnings and worse, to stderr. */
	void (*print)(void *arg, int level, const char *text, unsigned long len);
};

/* path: image file (image_find()). The machine boots when the simulation runs. */
char *machine_new(const char *path, const struct machine_params *p, struct machine **out);
void machine_free(struct machine *m);

const struct image *machine_image(const struct machine *m);
/* From now on code costs something; until then a hooked image runs as a plain one does. Not from a
 * task. */
void machine_charge_on(struct machine *m);
/* A message, or the level of INTx (index 0); event context. */
void machine_irq(struct machine *m, unsigned int device, unsigned int index, bool up);
/* The running CPU does nothing until t; the engine catches up with it. */
void machine_wait_until(struct machine *m, sim_time t);
/* A device reads or writes memory: before each such access to the caches (mem_dma_read/write) or
 * contents. */
void machine_dma(struct machine *m, uint64_t phys, uint64_t len, bool write);
/* What the code cost (charge.h); NULL for a plain image. */
struct charge *machine_charge(const struct machine *m);
/* Is all of it mapped for DMA? */
bool machine_dma_mapped(const struct machine *m, uint64_t phys, uint64_t len);
/* Address in this process of a physical (bus) address; NULL outside RAM. */
void *machine_ram(const struct machine *m, uint64_t phys, uint64_t len);

/* True inside machine_proc_read(): accesses to devices take no time. */
bool machine_outside(const struct machine *m);
/* Calls init again, in the init task; any context. */
void machine_wake_init(struct machine *m);
/*
 * From a task: a copy of up to 256 bytes, for a system call to read, at a place of the task's stack
 * that no compiler chooses, until the next of these.
 */
const void *machine_user_args(const void *args, size_t bytes);
/* From a task: runs user-space instructions, interrupts served. */
void machine_user_run(struct machine *m, uint64_t instructions);
/* Address of a host's memory window: physical address 0. */
uint64_t machine_ram_base(unsigned int host);

/* Why the point ended, if the image ended it; NULL otherwise. */
const char *machine_fault(const struct machine *m);
/* Warnings of the kernel so far; what the first said, NULL if there is none. */
unsigned int machine_warnings(const struct machine *m);
const char *machine_warning(const struct machine *m);

/* The CPU whose code runs, its time. */
sim_time machine_now(const struct machine *m);
/* Interrupts of all kinds, and switches between tasks, so far. */
uint64_t machine_interrupts(const struct machine *m);
uint64_t machine_switches(const struct machine *m);
/* Time spent by a CPU in a context up to the instant t (now, as the engine has it), ps; they sum to
 * the time since it started. */
uint64_t machine_cpu_time_at(const struct machine *m, unsigned int cpu, enum kimage_context c,
			     sim_time t);
/* Reads a file of the kernel's /proc from outside its tasks; nothing is charged. Length or -errno.
 */
long machine_proc_read(struct machine *m, const char *file, char *out, unsigned long size);

#endif
