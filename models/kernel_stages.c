/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A kernel made of stages behind models/kernel.h: system calls on sockets.
 *
 * Called by: workloads, the composition
 * Calls: TCP's and UDP's socket calls, driver cores through kernel_stages_probe
 * Models: system call entry and exit, descriptor table, struct file and struct
 *	socket between the call and the protocol
 * Leaves out: signals, timeouts, poll, security hooks
 * Source: Linux net/socket.c, v2.6.26
 */
#include "models/kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/inet.h"
#include "models/kernel_print.h"
#include "models/mem/layout.h"
#include "models/mem/slab.h"
#include "models/net_core.h"
#include "models/path.h"
#include "models/tcp.h"
#include "models/udp.h"
#include "sim/check.h"

kernel_probe *kernel_stages_probe;

struct stages {
	struct kernel k; /* first */
	struct net *net;
	struct slab_cache *filp, *inode;
	uint64_t fdtable;
};

struct ksock {
	struct stages *st;
	enum l4 proto;
	uint64_t file, inode;
	union {
		struct tcp_sock *tcp;
		struct udp_sock *udp;
	};
};

static struct stages *stages(struct kernel *k)
{
	return (struct stages *)k;
}

static char *attach(struct kernel *k, struct nic *nic, const char *driver, const char *ifname,
		    uint32_t ip, struct yaml_node *settings)
{
	struct net *n = stages(k)->net;
	struct netdev *dev = NULL;
	char *err;

	if (!kernel_stages_probe)
		return err_fmt("no driver cores are registered");
	err = kernel_stages_probe(n, nic, driver, ifname, settings, &dev);
	if (err)
		return err; /* cppcheck-suppress returnDanglingLifetime */
	return inet_addr_add(n, dev, ip) ? NULL : err_fmt("%s: too many addresses", ifname);
}

static char *route(struct kernel *k, uint32_t dst, const char *ifname, const uint8_t mac[6])
{
	struct netdev *dev = netdev_by_name(stages(k)->net, ifname);

	if (!dev)
		return err_fmt("route: no device '%s' on host '%s'", ifname, host_name(k->host));
	inet_route_add(stages(k)->net, dst, dev, mac);
	return NULL;
}

static uint64_t user_memory(struct kernel *k, uint64_t bytes)
{
	struct layout *l = host_layout(k->host);

	if (layout_room(l, LAYOUT_USER) < bytes + 4096)
		return 0;
	return layout_static(l, LAYOUT_USER, bytes, 4096);
}

/* fget_light() and sock_from_file(). */
static void enter(struct ksock *s)
{
	syscall_enter();
	mem_read(s->st->fdtable, 16);
	mem_read(s->file, 64);
	mem_read(s->inode, 64);
}

static struct ksock *ksock_new(struct stages *st, enum l4 proto)
{
	struct ksock *s = xcalloc(1, sizeof(*s));

	s->st = st;
	s->proto = proto;
	s->file = slab_alloc(st->filp);
	s->inode = slab_alloc(st->inode);
	mem_write(s->file, 192);
	mem_write(s->inode, 576);
	return s;
}

static struct ksock *k_socket(struct kernel *k, enum l4 proto)
{
	struct ksock *s;

	syscall_enter();
	{
		KFN(sys_socket);
		s = ksock_new(stages(k), proto);
		if (proto == L4_TCP)
			s->tcp = tcp_sock_new(stages(k)->net);
		else
			s->udp = udp_sock_new(stages(k)->net);
	}
	syscall_exit();
	return s;
}

static int k_setopt(struct ksock *s, enum ksock_opt opt, uint64_t value)
{
	int err;

	enter(s);
	{
		KFN(sys_setsockopt);
		err = s->proto == L4_TCP ? tcp_setopt(s->tcp, opt, value)
					 : udp_setopt(s->udp, opt, value);
	}
	syscall_exit();
	return err;
}

static int k_bind(struct ksock *s, uint32_t ip, uint16_t port)
{
	int err;

	enter(s);
	{
		KFN(sys_connect);
		err = s->proto == L4_TCP ? tcp_bind(s->tcp, ip, port) : udp_bind(s->udp, ip, port);
	}
	syscall_exit();
	return err;
}

static int k_listen(struct ksock *s)
{
	int err;

	if (s->proto != L4_TCP)
		return -EOPNOTSUPP;
	enter(s);
	err = tcp_listen(s->tcp);
	syscall_exit();
	return err;
}

static struct ksock *k_accept(struct ksock *s)
{
	struct tcp_sock *tp;
	struct ksock *c = NULL;

	if (s->proto != L4_TCP)
		return NULL;
	enter(s);
	{
		KFN(sys_accept);
		tp = tcp_accept(s->tcp);
		if (tp) {
			c = ksock_new(s->st, L4_TCP);
			c->tcp = tp;
		}
	}
	syscall_exit();
	return c;
}

static int k_connect(struct ksock *s, uint32_t ip, uint16_t port)
{
	int err;

	enter(s);
	{
		KFN(sys_connect);
		err = s->proto == L4_TCP ? tcp_v4_connect(s->tcp, ip, port)
					 : udp_connect(s->udp, ip, port);
	}
	syscall_exit();
	return err;
}

static int64_t k_sendto(struct ksock *s, struct ubuf buf, uint32_t ip, uint16_t port);

static int64_t k_send(struct ksock *s, struct ubuf buf, uint32_t flags)
{
	int64_t n;

	enter(s);
	{
		KFN(sys_sendto);
		KFN_RUN(sock_sendmsg);
		n = s->proto == L4_TCP ? tcp_sendmsg(s->tcp, buf, flags)
				       : udp_sendmsg(s->udp, buf, 0, 0, flags);
	}
	syscall_exit();
	return n;
}

static int64_t k_sendfile(struct ksock *s, struct ubuf buf)
{
	int64_t n;

	if (s->proto != L4_TCP)
		return -EINVAL;
	enter(s);
	{
		KFN(sys_sendfile64);
		n = tcp_sendfile(s->tcp, buf);
	}
	syscall_exit();
	return n;
}

static int64_t k_recv(struct ksock *s, struct ubuf buf, struct payload *got)
{
	int64_t n;

	enter(s);
	{
		KFN(sys_recvfrom);
		KFN_RUN(sock_common_recvmsg);
		n = s->proto == L4_TCP ? tcp_recvmsg(s->tcp, buf, got)
				       : udp_recvmsg(s->udp, buf, got);
	}
	syscall_exit();
	return n;
}

static int64_t k_sendto(struct ksock *s, struct ubuf buf, uint32_t ip, uint16_t port)
{
	int64_t n;

	if (s->proto != L4_UDP)
		return k_send(s, buf, 0);
	enter(s);
	{
		KFN(sys_sendto);
		KFN_RUN(sock_sendmsg);
		n = udp_sendmsg(s->udp, buf, ip, port, 0);
	}
	syscall_exit();
	return n;
}

static int k_shutdown(struct ksock *s)
{
	int err;

	if (s->proto != L4_TCP)
		return -EOPNOTSUPP;
	enter(s);
	err = tcp_shutdown(s->tcp);
	syscall_exit();
	return err;
}

static void k_close(struct ksock *s)
{
	enter(s);
	{
		KFN(sys_close);
		if (s->proto == L4_TCP)
			tcp_close(s->tcp);
		else
			udp_close(s->udp);
		slab_free(s->st->inode, s->inode);
		slab_free(s->st->filp, s->file);
	}
	syscall_exit();
	free(s);
}

static bool k_counter(struct kernel *k, const char *name, uint64_t *value)
{
	int i = snmp_find(name);

	if (i < 0)
		return false;
	*value = stages(k)->net->inet->mib[i];
	return true;
}

static bool k_print(struct kernel *k, const char *what, void *file)
{
	return kernel_print(stages(k)->net, what, file);
}

static char *k_check(struct kernel *k)
{
	return kernel_balance(stages(k)->net);
}

static void k_free(struct kernel *k)
{
	free(stages(k));
}

static const struct kernel_ops ops = {
	.kind = "stages",
	.attach = attach,
	.route = route,
	.user_memory = user_memory,
	.socket = k_socket,
	.setopt = k_setopt,
	.bind = k_bind,
	.listen = k_listen,
	.accept = k_accept,
	.connect = k_connect,
	.send = k_send,
	.sendfile = k_sendfile,
	.recv = k_recv,
	.sendto = k_sendto,
	.recvfrom = k_recv,
	.shutdown = k_shutdown,
	.close = k_close,
	.counter = k_counter,
	.print = k_print,
	.check = k_check,
	.free = k_free,
};

char *kernel_stages_new(struct host *h, struct yaml_node *kernel, uint64_t seed,
			struct kernel **out)
{
	struct stages *st = xcalloc(1, sizeof(*st));
	char *err;

	(void)kernel; /* the host has read it: host_profile() */
	st->k.ops = &ops;
	st->k.host = h;
	err = net_new(h, seed, &st->net);
	if (err)
		return err;
	st->k.priv = st->net;
	st->filp = slab_cache_new(host_slab(h), "filp", 192, 64);
	st->inode = slab_cache_new(host_slab(h), "sock_inode_cache", 576, 64);
	st->fdtable = layout_static(host_layout(h), LAYOUT_STATIC, 512, 64);
	*out = &st->k;
	return NULL;
}
