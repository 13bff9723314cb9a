/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TCP, UDP and IP.  "unit" is what kfn_units() counts inside the function.
 */
#ifndef NICPATH_MODELS_HOST_KFN_TCP_H
#define NICPATH_MODELS_HOST_KFN_TCP_H

/*
 * tcp_sendmsg: unit = chunk copied (skb or page); do_tcp_sendpages: unit = page;
 * tcp_write_xmit, tcp_xmit_retransmit_queue: unit = sk_buff looked at
 */
#define KFN_LIST_TCP_TX(F)                                                           \
	F(tcp_sendmsg) F(tcp_sendpage) F(do_tcp_sendpages) F(tcp_push)               \
	F(__tcp_push_pending_frames) F(tcp_push_one) F(tcp_write_xmit)               \
	F(tcp_init_tso_segs) F(tcp_set_skb_tso_segs) F(tcp_tso_should_defer)         \
	F(tso_fragment) F(tcp_fragment) F(tcp_transmit_skb) F(tcp_options_write)     \
	F(tcp_v4_send_check) F(__tcp_select_window) F(tcp_current_mss)               \
	F(tcp_event_new_data_sent) F(tcp_cwnd_validate) F(tcp_retransmit_skb)        \
	F(tcp_xmit_retransmit_queue) F(tcp_retransmit_timer) F(tcp_write_timer)      \
	F(tcp_delack_timer) F(tcp_send_ack) F(tcp_send_delayed_ack)                  \
	F(tcp_write_wakeup) F(tcp_send_fin) F(tcp_connect) F(tcp_make_synack)        \
	F(tcp_send_active_reset) F(tcp_wfree) F(tcp_tasklet_func)

/*
 * tcp_clean_rtx_queue, tcp_sacktag_write_queue, tcp_mark_head_lost,
 * tcp_enter_loss, tcp_data_queue (out-of-order walk), tcp_ofo_queue,
 * tcp_collapse: unit = sk_buff passed; bictcp_cong_avoid: none
 */
#define KFN_LIST_TCP_ACK(F)                                                          \
	F(tcp_ack) F(tcp_clean_rtx_queue) F(tcp_rtt_estimator) F(bictcp_cong_avoid)  \
	F(bictcp_acked) F(tcp_reno_cong_avoid) F(tcp_fastretrans_alert)              \
	F(tcp_sacktag_write_queue) F(tcp_mark_head_lost) F(tcp_enter_loss)           \
	F(tcp_cwnd_down)

/* tcp_recvmsg: unit = sk_buff looked at */
#define KFN_LIST_TCP_RX(F)                                                           \
	F(tcp_v4_rcv) F(__inet_lookup_established) F(__inet_lookup_listener)         \
	F(tcp_v4_do_rcv) F(tcp_prequeue) F(tcp_prequeue_process)                     \
	F(tcp_rcv_established) F(tcp_validate_incoming) F(tcp_parse_options)         \
	F(tcp_data_queue) F(tcp_ofo_queue) F(tcp_sack_new_ofo_skb)                   \
	F(tcp_event_data_recv) F(tcp_grow_window) F(tcp_rcv_space_adjust)            \
	F(tcp_check_space) F(tcp_new_space) F(__tcp_ack_snd_check)                   \
	F(tcp_prune_queue) F(tcp_collapse) F(tcp_try_coalesce) F(tcp_recvmsg)        \
	F(tcp_cleanup_rbuf) F(tcp_rcv_state_process) F(tcp_v4_conn_request)          \
	F(tcp_v4_syn_recv_sock) F(tcp_close) F(tcp_fin) F(tcp_v4_send_reset)

#define KFN_LIST_TCP(F) KFN_LIST_TCP_TX(F) KFN_LIST_TCP_ACK(F) KFN_LIST_TCP_RX(F)

#define KFN_LIST_UDP(F)                                                              \
	F(udp_sendmsg) F(ip_append_data) F(udp_push_pending_frames) F(udp_rcv)       \
	F(__udp4_lib_lookup) F(udp_queue_rcv_skb) F(udp_recvmsg)

#define KFN_LIST_IPONLY(F)                                                           \
	F(ip_queue_xmit) F(ip_local_out) F(ip_output) F(ip_finish_output)            \
	F(ip_route_output_flow) F(ip_rcv) F(ip_rcv_finish) F(ip_route_input)         \
	F(ip_local_deliver) F(ip_forward) F(tcp_v4_early_demux)

#define KFN_LIST_IP(F) KFN_LIST_UDP(F) KFN_LIST_IPONLY(F)

#endif
