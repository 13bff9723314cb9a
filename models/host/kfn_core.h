/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Device layer: queue disciplines, transmit, NAPI, GRO, steering, packet taps.
 * Units (kfn_units): __qdisc_run a restart; net_tx_action a freed packet or
 * scheduled qdisc; net_rx_action a poll; sk_run_filter a filter instruction;
 * skb_segment a segment; others none.
 */
#ifndef NICPATH_MODELS_HOST_KFN_CORE_H
#define NICPATH_MODELS_HOST_KFN_CORE_H

#define KFN_LIST_CORE(F)                                                              \
	F(dev_queue_xmit) F(pfifo_fast_enqueue) F(pfifo_fast_dequeue) F(pfifo_fast_requeue) \
	F(__qdisc_run) F(__netif_schedule) F(net_tx_action) F(dev_hard_start_xmit)    \
	F(fq_enqueue) F(fq_dequeue) F(tbf_enqueue) F(tbf_dequeue) F(qdisc_watchdog)   \
	F(dql_completed) F(skb_segment) F(loopback_xmit) F(vlan_dev_hard_start_xmit)   \
	F(packet_rcv_spkt) F(sk_run_filter) F(netif_rx) F(process_backlog)            \
	F(net_rx_action) F(__napi_schedule) F(napi_complete) F(netif_receive_skb)     \
	F(eth_type_trans) F(dev_kfree_skb_irq) F(get_rps_cpu) F(enqueue_to_backlog)   \
	F(dev_gro_receive) F(inet_gro_receive) F(tcp_gro_receive) F(skb_gro_receive)  \
	F(napi_gro_complete)

#endif
