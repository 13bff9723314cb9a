// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The limit of the socket backlog as Linux 2.6.35 had it: backlog and receive queue together may
 * hold sk_rcvbuf, a packet more is dropped, and packets in the backlog are not merged. 6.1 allows
 * more and merges.
 */
#include <linux/skbuff.h>
#include <net/snmp.h>
#include <net/sock.h>
#include <net/tcp.h>

bool tcp_add_backlog(struct sock *sk, struct sk_buff *skb, enum skb_drop_reason *reason)
{
	unsigned int held = sk->sk_backlog.len + atomic_read(&sk->sk_rmem_alloc);

	skb_dst_drop(skb);
	if (held + skb->truesize <= sk->sk_rcvbuf) {
		__sk_add_backlog(sk, skb);
		sk->sk_backlog.len += skb->truesize;
		return false;
	}
	bh_unlock_sock(sk);
	*reason = SKB_DROP_REASON_SOCKET_BACKLOG;
	__NET_INC_STATS(sock_net(sk), LINUX_MIB_TCPBACKLOGDROP);
	return true;
}
