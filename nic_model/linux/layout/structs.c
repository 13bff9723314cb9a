// SPDX-License-Identifier: GPL-2.0-or-later
/* Compiled like a kernel file, with full debug information: tests/753-real-layout.sh reads the
 * layouts from the object. */
#include <linux/fs.h>
#include <linux/netdevice.h>
#include <linux/pci.h>
#include <linux/skbuff.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <net/dst.h>
#include <net/inet_connection_sock.h>
#include <net/inet_timewait_sock.h>
#include <net/neighbour.h>
#include <net/request_sock.h>
#include <net/route.h>
#include <net/sch_generic.h>
#include <net/sock.h>
#include <net/tcp.h>

struct {
	struct sk_buff sk_buff;
	struct skb_shared_info skb_shared_info;
	struct tcp_sock tcp_sock;
	struct udp_sock udp_sock;
	struct tcp_request_sock tcp_request_sock;
	struct inet_timewait_sock inet_timewait_sock;
	struct socket socket;
	struct net_device net_device;
	struct netdev_queue netdev_queue;
	struct netdev_rx_queue netdev_rx_queue;
	struct napi_struct napi_struct;
	struct softnet_data softnet_data;
	struct Qdisc qdisc;
	struct rtable rtable;
	struct neighbour neighbour;
	struct net net;
	struct page page;
	struct file file;
	struct msghdr msghdr;
	struct iov_iter iov_iter;
	struct pci_dev pci_dev;
} nicpath_layouts;
