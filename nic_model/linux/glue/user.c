// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * User processes: tasks that run code of the simulation, and the system calls that they make.
 *
 * Called by: the simulation, through kimage_head.calls
 * Models: entry and exit of a system call (context, task work, rescheduling on return)
 * Leaves out: the entry code's own cost, user address spaces (user memory is a range of pages),
 * signals, exec
 */
struct ftrace_ops; /* linux/ftrace.h does not declare it without CONFIG_FUNCTION_TRACER */

#include <linux/delay.h>
#include <linux/errqueue.h>
#include <linux/eventpoll.h>
#include <linux/fdtable.h>
#include <linux/file.h>
#include <linux/hrtimer.h>
#include <linux/if.h>
#include <linux/in.h>
#include <linux/inetdevice.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/net.h>
#include <linux/netdevice.h>
#include <linux/resume_user_mode.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <linux/sched/task.h>
#include <linux/skbuff.h>
#include <linux/slab.h>
#include <linux/socket.h>
#include <linux/syscalls.h>
#include <linux/task_work.h>
#include <net/net_namespace.h>

#include <linux/init_task.h>
#include "glue.h"

long __x64_sys_epoll_create1(const struct pt_regs *regs);
long __x64_sys_epoll_wait(const struct pt_regs *regs);

struct nic_user {
	void (*fn)(void *arg);
	void *arg;
	int cpu;
	char name[TASK_COMM_LEN];
};

static void nic_enter(void)
{
	nic_context_base(KIMAGE_SYSTEM);
}

/* What exit_to_user_mode_loop() does. */
static void nic_leave(void)
{
	while (need_resched() || task_work_pending(current)) {
		if (need_resched())
			schedule();
		task_work_run();
	}
	nic_context_base(KIMAGE_USER);
}

/* Code of the simulation wants its stack aligned to 16 bytes, which kernel code does not keep. */
static void nic_call_aligned(void (*fn)(void *arg), void *arg)
{
	asm volatile("movq %%rsp, %%rbx\n\t"
		     "andq $-16, %%rsp\n\t"
		     "call *%1\n\t"
		     "movq %%rbx, %%rsp"
		     : "+D"(arg)
		     : "r"(fn)
		     : "rbx", "rax", "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
}

static int nic_user_main(void *p)
{
	struct nic_user *u = p;

	current->flags &= ~PF_KTHREAD;
	exit_files(current); /* shared ones */
	current->files = dup_fd(&init_files, NULL);
	set_task_comm(current, u->name);
	if (u->cpu >= 0)
		set_cpus_allowed_ptr(current, cpumask_of(u->cpu));
	nic_context_base(KIMAGE_USER);
	nic_call_aligned(u->fn, u->arg);
	nic_context_base(KIMAGE_SYSTEM);
	kfree(u);
	current->flags |= PF_KTHREAD;
	return 0;
}

static int nic_thread(const char *name, void (*fn)(void *arg), void *arg, int cpu)
{
	struct nic_user *u = kmalloc(sizeof(*u), GFP_KERNEL);

	u->fn = fn;
	u->arg = arg;
	u->cpu = cpu;
	strscpy(u->name, name, sizeof(u->name));
	return kernel_thread(nic_user_main, u, CLONE_FS | CLONE_FILES);
}

#define CALL(type, expr)                                                                           \
	({                                                                                         \
		type ret_;                                                                         \
                                                                                                   \
		nic_enter();                                                                       \
		ret_ = (expr);                                                                     \
		nic_leave();                                                                       \
		ret_;                                                                              \
	})

static int nic_socket(int family, int type, int protocol)
{
	return CALL(int, __sys_socket(family, type, protocol));
}

static int nic_bind(int fd, const void *addr, int len)
{
	return CALL(int, __sys_bind(fd, (void __user *)addr, len));
}

static int nic_listen(int fd, int backlog)
{
	return CALL(int, __sys_listen(fd, backlog));
}

static int nic_accept(int fd)
{
	return CALL(int, __sys_accept4(fd, NULL, NULL, 0));
}

static int nic_connect(int fd, const void *addr, int len)
{
	return CALL(int, __sys_connect(fd, (void __user *)addr, len));
}

static long nic_sendto(int fd, const void *buf, unsigned long len, unsigned int flags,
		       const void *addr, int alen)
{
	return CALL(long,
		    __sys_sendto(fd, (void __user *)buf, len, flags, (void __user *)addr, alen));
}

static long nic_recvfrom(int fd, void *buf, unsigned long len, unsigned int flags, void *addr,
			 int *alen)
{
	return CALL(long, __sys_recvfrom(fd, buf, len, flags, addr, alen));
}

static int nic_setsockopt(int fd, int level, int name, const void *val, int len)
{
	return CALL(int, __sys_setsockopt(fd, level, name, (char __user *)val, len));
}

static int nic_getsockopt(int fd, int level, int name, void *val, int *len)
{
	return CALL(int, __sys_getsockopt(fd, level, name, val, len));
}

static int nic_shutdown(int fd, int how)
{
	return CALL(int, __sys_shutdown(fd, how));
}

static int nic_close(int fd)
{
	return CALL(int, close_fd(fd));
}

static int nic_do_ioctl(int fd, unsigned int cmd, void *arg)
{
	struct fd f = fdget(fd);
	int err = -EBADF;

	if (f.file) {
		err = f.file->f_op->unlocked_ioctl(f.file, cmd, (unsigned long)arg);
		fdput(f);
	}
	return err;
}

static int nic_ioctl(int fd, unsigned int cmd, void *arg)
{
	return CALL(int, nic_do_ioctl(fd, cmd, arg));
}

static void nic_sleep(unsigned long ns)
{
	ktime_t t = ns_to_ktime(ns);

	nic_enter();
	set_current_state(TASK_INTERRUPTIBLE);
	schedule_hrtimeout(&t, HRTIMER_MODE_REL);
	nic_leave();
}

static int nic_set_addr(const char *ifname, unsigned int cmd, __be32 addr)
{
	struct ifreq ifr = {};
	struct sockaddr_in *sin = (struct sockaddr_in *)&ifr.ifr_addr;

	strscpy(ifr.ifr_name, ifname, IFNAMSIZ);
	sin->sin_family = AF_INET;
	sin->sin_addr.s_addr = addr;
	return devinet_ioctl(&init_net, cmd, &ifr);
}

static int nic_ifconfig(const char *ifname, unsigned int addr, unsigned int prefix)
{
	struct ifreq ifr = {};
	int err;

	nic_enter();
	strscpy(ifr.ifr_name, ifname, IFNAMSIZ);
	err = nic_set_addr(ifname, SIOCSIFADDR, addr);
	if (!err)
		err = nic_set_addr(ifname, SIOCSIFNETMASK, inet_make_mask(prefix));
	ifr.ifr_flags = IFF_UP | IFF_RUNNING;
	if (!err)
		err = devinet_ioctl(&init_net, SIOCSIFFLAGS, &ifr);
	nic_leave();
	return err;
}

static int nic_sysctl_write(const char *path, const char *value)
{
	char buf[256];
	size_t len = strscpy(buf, value, sizeof(buf));

	return CALL(int, nic_sysctl(path, buf, &len, 1));
}

static int nic_sysctl_read(const char *path, char *out, unsigned long size)
{
	size_t len = size - 1;
	int err = CALL(int, nic_sysctl(path, out, &len, 0));

	out[err ? 0 : len] = 0;
	while (len && out[len - 1] == '\n')
		out[--len] = 0;
	return err;
}

static int nic_queue_write(const char *ifname, const char *queue, const char *attribute,
			   const char *value)
{
	return CALL(int, nic_attr_queue_write(ifname, queue, attribute, value));
}

static int nic_dev_write(const char *ifname, const char *attribute, const char *value)
{
	return CALL(int, nic_attr_dev_write(ifname, attribute, value));
}

static int nic_user_irq_write(const char *ifname, unsigned long cpus)
{
	return CALL(int, nic_irq_write(ifname, cpus));
}

static int nic_do_completion(int fd, unsigned int *first, unsigned int *last)
{
	char control[128] __aligned(8);
	struct user_msghdr m = {.msg_control = (void __user *)control,
				.msg_controllen = sizeof(control)};
	struct cmsghdr *c = (struct cmsghdr *)control;
	struct sock_extended_err *e = CMSG_DATA(c);
	long n = __sys_recvmsg(fd, (void __user *)&m, MSG_ERRQUEUE | MSG_DONTWAIT, false);

	if (n < 0)
		return n;
	if (m.msg_controllen < CMSG_LEN(sizeof(*e)) || e->ee_origin != SO_EE_ORIGIN_ZEROCOPY)
		return -EPROTO;
	*first = e->ee_info;
	*last = e->ee_data;
	return 0;
}

static int nic_completion(int fd, unsigned int *first, unsigned int *last)
{
	return CALL(int, nic_do_completion(fd, first, last));
}

static int nic_epoll_create(void)
{
	struct pt_regs regs = {};

	return CALL(int, __x64_sys_epoll_create1(&regs));
}

static int nic_epoll_add(int epfd, int fd)
{
	struct epoll_event e = {.events = EPOLLIN, .data = fd};

	return CALL(int, do_epoll_ctl(epfd, EPOLL_CTL_ADD, fd, &e, false));
}

static int nic_do_epoll_wait(int epfd, int *fds, int n)
{
	struct epoll_event e[64];
	struct pt_regs regs = {
		.di = epfd, .si = (unsigned long)e, .dx = min_t(int, n, ARRAY_SIZE(e)), .r10 = -1};
	int i, got = __x64_sys_epoll_wait(&regs);

	for (i = 0; i < got; i++)
		fds[i] = e[i].data;
	return got;
}

static int nic_epoll_wait(int epfd, int *fds, int n)
{
	return CALL(int, nic_do_epoll_wait(epfd, fds, n));
}

static long nic_proc(const char *path, char *out, unsigned long size)
{
	return CALL(long, nic_proc_read(path, out, size));
}

static long nic_do_netlink(int protocol, void *msg, unsigned long len, unsigned long room)
{
	int fd = __sys_socket(AF_NETLINK, SOCK_RAW, protocol);
	struct sockaddr to = {.sa_family = AF_NETLINK};
	long n;

	if (fd < 0)
		return fd;
	n = __sys_sendto(fd, msg, len, 0, &to, 12);
	if (n >= 0)
		n = __sys_recvfrom(fd, msg, room, 0, NULL, NULL);
	close_fd(fd);
	return n;
}

static long nic_netlink(int protocol, void *msg, unsigned long len, unsigned long room)
{
	return CALL(long, nic_do_netlink(protocol, msg, len, room));
}

static unsigned long nic_user_pages;

static long nic_sendfile(int fd, void *buf, unsigned long len)
{
	return CALL(long, nic_file_send(fd, buf, len));
}

/* Compound, so that references to any of its pages (MSG_ZEROCOPY) are references to all. */
static void *nic_user_memory(unsigned long bytes)
{
	unsigned int order = get_order(bytes);
	void *p = (void *)__get_free_pages(GFP_KERNEL | __GFP_ZERO | __GFP_COMP, order);

	nic_user_pages += p ? 1ul << order : 0;
	return p;
}

unsigned long nic_buffer_pages(void)
{
	return nic_user_pages;
}

static void nic_user_levels(struct kimage_levels *out)
{
	nic_enter();
	nic_levels(out);
	nic_leave();
}

static void nic_exit(void)
{
	nic_enter();
	current->flags |= PF_KTHREAD;
	do_exit(0);
}

static void *nic_self(void)
{
	return current;
}

static void *nic_file_of_fd(int fd)
{
	return files_lookup_fd_raw(current->files, fd);
}

/* Held from before any time passes: its owner may close it meanwhile. */
static void nic_sock_stop(void *file)
{
	get_file(file);
	nic_enter();
	kernel_sock_shutdown(sock_from_file(file), SHUT_RDWR);
	fput(file);
	nic_leave();
}

void __init nic_user_init(void)
{
	kimage_head.calls = (struct kimage_calls){
		.thread = nic_thread,
		.socket = nic_socket,
		.bind = nic_bind,
		.listen = nic_listen,
		.accept = nic_accept,
		.connect = nic_connect,
		.sendto = nic_sendto,
		.recvfrom = nic_recvfrom,
		.setsockopt = nic_setsockopt,
		.getsockopt = nic_getsockopt,
		.shutdown = nic_shutdown,
		.close = nic_close,
		.ioctl = nic_ioctl,
		.sleep = nic_sleep,
		.ifconfig = nic_ifconfig,
		.sysctl_write = nic_sysctl_write,
		.sysctl_read = nic_sysctl_read,
		.proc_read = nic_proc,
		.netlink = nic_netlink,
		.queue_write = nic_queue_write,
		.sendfile = nic_sendfile,
		.user_memory = nic_user_memory,
		.user_enter = nic_leave,
		.user_leave = nic_enter,
		.levels = nic_user_levels,
		.self = nic_self,
		.epoll_create = nic_epoll_create,
		.epoll_add = nic_epoll_add,
		.epoll_wait = nic_epoll_wait,
		.exit = nic_exit,
		.sock_of = nic_file_of_fd,
		.sock_stop = nic_sock_stop,
		.dev_write = nic_dev_write,
		.irq_write = nic_user_irq_write,
		.completion = nic_completion,
	};
}
