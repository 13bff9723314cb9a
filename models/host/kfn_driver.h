/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * NIC drivers.  Units: nv_start_xmit_optimized a descriptor, nv_tx_done_optimized
 * a reclaimed one, nv_rx_process_optimized and nv_alloc_rx_optimized a packet,
 * nv_nic_irq_optimized a loop; myri10ge_xmit a send request, myri10ge_tx_done a
 * request, myri10ge_poll (with clean_rx_done) a packet, myri10ge_alloc_rx_pages a
 * buffer, lro_flush_all a descriptor looked at.
 */
#ifndef NICPATH_MODELS_HOST_KFN_DRIVER_H
#define NICPATH_MODELS_HOST_KFN_DRIVER_H

#define KFN_LIST_DRIVER(F)                                                              \
	F(nommu_map_single)                                                             \
	F(nv_start_xmit_optimized)                                                      \
	F(nv_tx_done_optimized)                                                         \
	F(nv_rx_process_optimized)                                                      \
	F(nv_alloc_rx_optimized)                                                        \
	F(nv_nic_irq_optimized)                                                         \
	F(nv_napi_poll)                                                                 \
	F(myri10ge_xmit)                                                                \
	F(myri10ge_tx_done)                                                             \
	F(myri10ge_intr)                                                                \
	F(myri10ge_poll)                                                                \
	F(myri10ge_rx_done)                                                             \
	F(myri10ge_alloc_rx_pages)                                                      \
	F(myri10ge_get_frag_header)                                                     \
	F(lro_receive_frags)                                                            \
	F(lro_tcp_ip_check)                                                             \
	F(lro_add_frags)                                                                \
	F(lro_gen_skb)                                                                  \
	F(lro_flush)                                                                    \
	F(lro_flush_all)

#endif
