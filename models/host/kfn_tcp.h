/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TCP, UDP (with IP's list). */
#ifndef NICPATH_MODELS_HOST_KFN_TCP_H
#define NICPATH_MODELS_HOST_KFN_TCP_H

#define KFN_LIST_TCP(F) \
	F(tcp_sendmsg) F(tcp_ack)

#define KFN_LIST_IP(F) \
	F(ip_queue_xmit) F(ip_rcv)

#endif
