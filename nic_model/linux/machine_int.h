/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to machine*.c and vcpu.c. */
#ifndef NICPATH_NIC_MODEL_LINUX_MACHINE_INT_H
#define NICPATH_NIC_MODEL_LINUX_MACHINE_INT_H

#include "models/host/cpu.h"
#include "nic_model/linux/charge.h"
#include "nic_model/linux/machine.h"
#include "sim/sim.h"

#define MACHINE_DEVICES 16
#define IRQ_ROUTES	64
#define MACHINE_CONSOLE 3
#define VCPU_PAST	65536 /* a CPU can be milliseconds ahead of the window's end */

struct vcpu {
	struct machine *m;
	unsigned int id;
	struct sim_thread *thread;
	struct sim_event timer;
	uint64_t ahead; /* without charge: ps that the local clock is ahead of the engine */
	unsigned long gs;
	unsigned long pending; /* vectors, until the image has a place for them */
	void (*fn)(void);      /* what to run, on the stack that ends at top */
	void *top;
	bool halted;
	enum kimage_context context;
	uint64_t since; /* start of the present context, ps */
	uint64_t spent[KIMAGE_IDLE + 1];
	struct vcpu_segment { /* contexts before the present one, a ring */
		enum kimage_context context;
		uint64_t from, to;
	} past[VCPU_PAST];
	unsigned int past_next;
	/* lockup.c: when it last could switch tasks; when it last came back from kernel code, ps */
	uint64_t free_at, back_at;
	enum kimage_context last_context;
	bool own_softirq;
};

struct irq_route {
	unsigned int cpu, vector;
	bool masked, pending, level;
};

struct machine {
	struct machine_params p;
	struct image img;
	struct charge *charge; /* NULL: code costs nothing (plain image) */
	struct kimage_sim sim;
	struct kimage_pci pci[MACHINE_DEVICES];
	struct machine_device device[MACHINE_DEVICES];
	struct irq_route route[MACHINE_DEVICES][IRQ_ROUTES];
	unsigned int
		kind[MACHINE_DEVICES]; /* of each device's interrupts: 0 INTx, 1 MSI, 2 MSI-X */
	struct vcpu cpu[KIMAGE_MAX_CPUS];
	struct kimage_calls calls; /* the image's, for user code */
	double ps_per_instr;	   /* of user code */
	/* Of a mode switch, with the entry code that the image has not, ps; 0 without a machine. */
	uint64_t syscall, sysret, irq_entry, irq_exit, halt_exit;
	bool outside;			/* kernel code is called from outside its CPUs */
	const struct hook_image *hooks; /* NULL: plain image */
	bool charged;			/* code costs something now */
	uint64_t interrupts;		/* vectors that became pending */
	char *path;			/* of the image */
	uint64_t preempt_count, lockup_ps;
	char *fault, *warning; /* text of the end; of the first warning */
	unsigned int warnings;
	char console[MACHINE_CONSOLE][128]; /* last lines, a ring */
	unsigned int console_next;
};

/* What c's code is charged to; NULL: nothing (plain image, boot). */
static inline struct charge *vcpu_charge(const struct vcpu *c)
{
	return c->m->charged ? c->m->charge : NULL;
}

/* Whose code runs; NULL before the first CPU starts. %gs and the hook state are its. */
extern struct vcpu *machine_running;

/* vcpu.c */
uint64_t vcpu_now(const struct vcpu *c);
/* The engine catches up with the CPU; other CPUs may run meanwhile. */
void vcpu_sync(struct vcpu *c);
/* Spends time; synchronises once the next event is reached. */
void vcpu_spend(struct vcpu *c, uint64_t ps, enum cpu_cause cause);
/* After c's thread was blocked or an event was scheduled: it runs (on), bounds are new. */
void vcpu_run(struct vcpu *c);
/* Waits until the word of pending vectors is not empty; accounted as idle. */
void vcpu_halt(struct vcpu *c);
void vcpu_context(struct vcpu *c, enum kimage_context to);
/* Time in a context up to t, which may be a little before the CPU's clock. */
uint64_t vcpu_time_at(const struct vcpu *c, enum kimage_context context, uint64_t t);
unsigned long *vcpu_pending(struct vcpu *c);
void vcpu_raise(struct vcpu *c, unsigned int vector);
/* What charge calls when a CPU's time has come. */
void vcpu_turn(void *machine, unsigned int cpu, void *stack);

/*
 * kernel_stack.c: where the kernel's frames begin must not depend on how much of the same stack the
 * simulation's own take, since that is the compiler's choice and stack lines are in caches.
 */
/* Serves interrupts on the stack that ends at `stack`, some way below. */
void kernel_poll(struct machine *m, void *stack);
/* The same for user code, which is code of the simulation on the task's stack. */
void kernel_poll_user(struct machine *m);
/* The image's calls, for user code. */
void kernel_calls(struct kimage_calls *c);
/* The image whose calls they make. */
extern const struct kimage_calls *kernel_calls_of;

/* machine_ops.c */
void machine_fill_ops(struct machine *m);
/* Calls fn(arg) on the stack that ends at top. */
void machine_on_stack(void (*fn)(void *), void *arg, void *top);
void machine_timer_fires(void *vcpu);
/* CPU 0's thread. */
void machine_boot_thread(void *vcpu);

#endif
