/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The seam between a kernel image and the simulation.
 *
 * An image is a linked Linux kernel without hardware: nic_model/linux/glue stands where
 * arch/x86/kernel, the PCI core and the like would be, and calls the functions of struct
 * kimage_sim. The simulation plays the hardware: CPUs with clocks and interrupts, timers, device
 * registers, a console. Scheduling, softirqs, timers, RCU, memory management are the kernel's.
 *
 * Compiled on both sides (kernel flags inside the image, project flags outside), so it includes
 * nothing and uses only plain C types. One host thread runs everything, so nothing here is atomic.
 * Times are ns since the host's power-on.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_KIMAGE_H
#define NICPATH_NIC_MODEL_LINUX_KIMAGE_H

#define KIMAGE_MAGIC   0x6e69636b696d6731ul /* "nickimg1" */
#define KIMAGE_VERSION 6

#define KIMAGE_MAX_CPUS 64

/*
 * From the address of physical address 0, a short a page: how often it is mapped for DMA. Between
 * the map of pages and what the image keeps beside memory.
 */
#define KIMAGE_DMA_MAPS 0x0c40000000ul

/* Interrupt vectors of a simulated CPU, in order of service. */
enum kimage_vector {
	KIMAGE_VEC_TIMER, /* the CPU's one-shot timer */
	KIMAGE_VEC_RESCHEDULE,
	KIMAGE_VEC_CALL,
	KIMAGE_VEC_CALL_SINGLE,
	KIMAGE_VEC_IRQ_WORK,
	KIMAGE_VEC_SERVICE,    /* the init task calls kimage_sim.init again */
	KIMAGE_VEC_DEVICE = 8, /* first device vector: KIMAGE_VEC_DEVICE + n */
	KIMAGE_NR_VECTORS = 64
};

/* What a CPU does, for accounting. */
enum kimage_context { KIMAGE_USER, KIMAGE_SYSTEM, KIMAGE_IRQ, KIMAGE_SOFTIRQ, KIMAGE_IDLE };

/* Why an image ends its point. */
enum kimage_fault {
	KIMAGE_FAULT_STUB, /* a function that the image leaves out */
	KIMAGE_FAULT_PANIC,
	KIMAGE_FAULT_BUG,
	KIMAGE_FAULT_WARN, /* returns if warnings do not end the point */
	KIMAGE_FAULT_OOPS,
	KIMAGE_FAULT_LOCKUP, /* a CPU does not come back */
	KIMAGE_FAULT_MEMORY, /* freed twice, or written after it was freed */
	KIMAGE_FAULT_DMA     /* a device reaches for memory that is not there or not mapped */
};

/* A PCI function as the image sees it; filled by the simulation. */
struct kimage_pci {
	unsigned short vendor, device, subvendor, subdevice;
	unsigned char revision;
	unsigned int class;
	unsigned long bar_bytes[6];
	unsigned int vectors; /* MSI-X vectors; 0: none */
	unsigned int msi;     /* MSI vectors; 0: none */
	unsigned int intx;    /* 1: has INTx */
};

/* What the simulation gives. Called on the CPU that runs, on its kernel stack, unless said
 * otherwise. */
struct kimage_sim {
	unsigned int version;	     /* KIMAGE_VERSION */
	unsigned int cpus;	     /* 1..KIMAGE_MAX_CPUS */
	unsigned long ram;	     /* address of the direct mapping: physical address 0 */
	unsigned long ram_bytes;     /* multiple of 128 MiB */
	unsigned long page_map;	     /* room for 64 bytes a page of RAM */
	unsigned long vm_area;	     /* address of the vmalloc area ... */
	unsigned long vm_area_bytes; /* ... and its size */
	unsigned long seed;	     /* for the kernel's random numbers */
	const char *cmdline;	     /* kernel command line */
	unsigned int pci_functions;
	const struct kimage_pci *pci;
	void *arg; /* the simulation's own; first argument of what follows */

	unsigned long (*now)(void *arg); /* this CPU's time, ns */
	void (*relax)(void *arg);	 /* one turn of a busy wait */
	void (*delay)(void *arg,
		      unsigned long ns); /* busy waiting for a time, interrupts still served */
	void (*halt)(void *arg);	 /* until an interrupt is pending for this CPU */
	/* Starts a CPU: fn() on the stack that ends at top. Returns at once. */
	void (*start_cpu)(void *arg, unsigned int cpu, void (*fn)(void), void *top);
	void (*send)(void *arg, unsigned int cpu,
		     unsigned int vector);		    /* inter-processor interrupt */
	void (*timer)(void *arg, unsigned long at);	    /* this CPU's timer; 0: off */
	void (*set_gs)(void *arg, unsigned long base);	    /* this CPU's %gs base, from now on */
	void (*context)(void *arg, enum kimage_context to); /* this CPU changes what it does */

	unsigned long (*mmio_read)(void *arg, unsigned int fn, unsigned int bar, unsigned long off,
				   unsigned int bytes);
	void (*mmio_write)(void *arg, unsigned int fn, unsigned int bar, unsigned long off,
			   unsigned int bytes, unsigned long value);
	/* The driver's choice: 0 INTx, 1 MSI, 2 MSI-X; number of vectors. */
	void (*irq_kind)(void *arg, unsigned int fn, unsigned int kind, unsigned int vectors);
	/* Interrupt `index` of a function goes to vector `vector` of `cpu`. */
	void (*route_irq)(void *arg, unsigned int fn, unsigned int index, unsigned int cpu,
			  unsigned int vector);
	void (*mask_irq)(void *arg, unsigned int fn, unsigned int index, int masked);

	void (*print)(void *arg, int level, const char *text, unsigned long len);
	void (*fault)(void *arg, enum kimage_fault what, const char *text, const void *ip);
	/* The first user process: called in the init task when the kernel has booted, and at each
	 * KIMAGE_VEC_SERVICE. */
	void (*init)(void *arg);
};

/* What is in use in an image; see glue/levels.c. */
#define KIMAGE_LEVELS_CACHES 160
struct kimage_levels {
	unsigned long pages;		      /* outside slabs, task stacks and files */
	unsigned long dma_maps, dma_coherent; /* mappings; bytes */
	unsigned int caches;
	struct {
		char name[32];
		unsigned long objects;
	} cache[KIMAGE_LEVELS_CACHES];
};

/* System calls and configuration for code of the simulation that runs in a task of the image.
 * Negative: -errno. */
struct kimage_calls {
	/* A task that calls fn(arg) on its own kernel stack; cpu -1: any. Returns its pid. */
	int (*thread)(const char *name, void (*fn)(void *arg), void *arg, int cpu);
	int (*socket)(int family, int type, int protocol);
	int (*bind)(int fd, const void *addr, int len);
	int (*listen)(int fd, int backlog);
	int (*accept)(int fd);
	int (*connect)(int fd, const void *addr, int len);
	long (*sendto)(int fd, const void *buf, unsigned long len, unsigned int flags,
		       const void *addr, int alen);
	long (*recvfrom)(int fd, void *buf, unsigned long len, unsigned int flags, void *addr,
			 int *alen);
	int (*setsockopt)(int fd, int level, int name, const void *val, int len);
	int (*getsockopt)(int fd, int level, int name, void *val, int *len);
	int (*shutdown)(int fd, int how);
	int (*close)(int fd);
	int (*ioctl)(int fd, unsigned int cmd, void *arg);
	void (*sleep)(unsigned long ns);
	/* Interface up with address and prefix length (network byte order address). */
	int (*ifconfig)(const char *ifname, unsigned int addr, unsigned int prefix);
	/* sysctl by path ("net/ipv4/tcp_rmem" or with dots); value as text; out may be NULL. */
	int (*sysctl_write)(const char *path, const char *value);
	int (*sysctl_read)(const char *path, char *out, unsigned long size);
	/* A file of /proc ("net/netstat"): text into out; length. */
	long (*proc_read)(const char *path, char *out, unsigned long size);
	/* An attribute below /sys/class/net/IF/queues: "rx-0", "rps_cpus", "3". */
	int (*queue_write)(const char *ifname, const char *queue, const char *attribute,
			   const char *value);
	/* A netlink message (rtnetlink) as a user would send it; reply into the same buffer;
	 * length. */
	long (*netlink)(int protocol, void *msg, unsigned long len, unsigned long room);
	/* Pages at buf (any memory of the kernel's; it is copied to the page cache at first use)
	 * are sent without a copy. */
	long (*sendfile)(int fd, void *buf, unsigned long len);
	/* Address in the user memory area for a buffer. */
	void *(*user_memory)(unsigned long bytes);
	/* User code runs between these two in place of system calls: accounting only. */
	void (*user_enter)(void);
	void (*user_leave)(void);
	/* Waits for what is about to be freed, then counts. */
	void (*levels)(struct kimage_levels *out);
	/* The running task, and an open file of a socket of its; valid as long as they live. */
	void *(*self)(void);
	void *(*sock_of)(int fd);
	/* /sys/class/net/IF/ATTRIBUTE; smp_affinity of the interrupts of IF and IF-... */
	int (*dev_write)(const char *ifname, const char *attribute, const char *value);
	int (*irq_write)(const char *ifname, unsigned long cpus);
	/* The error queue of a socket, once: a completion of MSG_ZEROCOPY, first and last number.
	 */
	int (*completion)(int fd, unsigned int *first, unsigned int *last);
	/* epoll of level-triggered reading: add a descriptor; up to n (64 at most) that are
	 * readable. */
	int (*epoll_create)(void);
	int (*epoll_add)(int epfd, int fd);
	int (*epoll_wait)(int epfd, int *fds, int n);
	void (*exit)(void); /* of the running task; does not return */
	/* shutdown(SHUT_RDWR) of another task's socket, open now: its calls return. */
	void (*sock_stop)(void *file);
};

/* At the start of an image. */
struct kimage_head {
	unsigned long magic;
	unsigned int version, cpus_max;
	const char *release; /* "6.1..." */
	/* Boots CPU 0 on the running stack; does not return (it becomes the idle task). */
	void (*boot)(const struct kimage_sim *sim);
	/* Serves what is pending for this CPU if interrupts are enabled; the simulation calls it
	 * after time has passed. */
	void (*poll)(void);
	/* A file of /proc, from any stack with a CPU's %gs. */
	long (*proc_read)(const char *path, char *out, unsigned long size);
	/* Address of each CPU's word of pending vectors; valid once booted. */
	unsigned long *pending[KIMAGE_MAX_CPUS];
	/* Address of each CPU's interrupt flag word (bit 9). */
	unsigned long *irq_flags[KIMAGE_MAX_CPUS];
	struct kimage_calls calls;
	unsigned long text_start, text_end;
	unsigned long switches;	      /* between tasks, all CPUs */
	void *boot_stack;	      /* top of the stack on which boot() is to run */
	const char *const *stubs;     /* names of the functions that end the point ... */
	const char *const *stubs_end; /* ... up to here */
};

#endif
