/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The places where packets get lost, with the name under which the kernel
 * counts it.  result.json has the reasons; a test holds this table against the
 * simulator's list.
 */
#include "analysis/lib_losses.h"

#include <string.h>

static const struct loss losses_table[] = {
	{"QDISC_DROP", "queue discipline full", "tc -s qdisc: dropped"},
	{"TX_DROP", "driver, transmit", "ip -s link: TX dropped"},
	{"NETIF_BACKLOG_DROP", "per-CPU input queue full", "softnet_stat: dropped"},
	{"SOCK_BACKLOG_DROP", "socket backlog full", "TcpExtTCPBacklogDrop"},
	{"RCVQ_DROP", "receive queue full, pruned", "TcpExtRcvPruned"},
	{"OFO_DROP", "out-of-order queue pruned", "TcpExtOfoPruned"},
	{"TCP_DUP", "TCP input, duplicate segment", "TcpExtDelayedACKLost"},
	{"TCP_INVALID", "TCP input, outside the window or bad", "TcpInErrs"},
	{"UDP_RCVBUF", "UDP receive buffer full", "UdpRcvbufErrors"},
	{"UDP_BACKLOG", "UDP socket backlog full", "UdpRcvbufErrors"},
	{"NO_SOCKET", "transport, nobody listens", "UdpNoPorts"},
	{"IP_DROP", "IP input, discarded", "IpInDiscards"},
	{"IP_TTL", "IP, time to live exceeded", "IpInHdrErrors"},
	{"CSUM", "transport, checksum wrong", "TcpInCsumErrors"},
	{"NO_MEM", "allocation failed", ""},
	{"rx_no_buffer", "NIC, no receive descriptor", "ethtool -S: rx_missed"},
	{"rx_fifo_drop", "NIC, receive FIFO full", "ethtool -S: rx_fifo_errors"},
	{"rx_bad", "NIC, FCS error, filtered, or receiver off", "ethtool -S: rx_crc_errors"},
	{"wire", "on the wire (the link's loss parameter)", ""},
};

const struct loss *loss_find(const char *reason)
{
	for (size_t i = 0; i < sizeof(losses_table) / sizeof(losses_table[0]); i++)
		if (!strcmp(losses_table[i].reason, reason))
			return &losses_table[i];
	return NULL;
}
