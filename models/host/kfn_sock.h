/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Socket calls, sk_buffs, copies, wake-ups.  "unit" is what kfn_units() counts
 * inside the function; without it the cost is per call only.
 */
#ifndef NICPATH_MODELS_HOST_KFN_SOCK_H
#define NICPATH_MODELS_HOST_KFN_SOCK_H

/* sk_buff; __copy_skb_header: unit = fragment; skb_release_data: unit = fragment */
#define KFN_LIST_SKB(F)                                                              \
	F(__alloc_skb) F(skb_clone) F(pskb_copy) F(pskb_expand_head) F(__copy_skb_header) F(skb_split)   \
	F(__kfree_skb) F(skb_release_head_state) F(skb_release_data) F(kfree_skb)    \
	F(skb_copy_bits) F(skb_copy_datagram_iovec) F(dst_release)

/* do_sendfile: unit = page; find_get_pages_contig: unit = page */
#define KFN_LIST_CALLS(F)                                                            \
	F(sys_socket) F(sys_connect) F(sys_accept) F(sys_setsockopt) F(sys_close)    \
	F(sys_sendto) F(sys_recvfrom) F(sys_sendfile64) F(sock_sendmsg)              \
	F(sock_common_recvmsg) F(copy_user_generic_string) F(do_sendfile)            \
	F(generic_file_splice_read) F(find_get_pages_contig) F(pipe_to_sendpage)

#define KFN_LIST_SOCKCORE(F)                                                         \
	F(lock_sock_nested) F(release_sock) F(__release_sock) F(sk_add_backlog)      \
	F(sock_def_readable) F(sk_stream_write_space) F(sk_stream_wait_memory)       \
	F(sk_wait_data) F(sk_stream_alloc_skb) F(__sk_mem_schedule)                  \
	F(__sk_mem_reclaim) F(sock_wfree) F(sock_rfree) F(sock_def_write_space)      \
	F(sock_alloc_send_skb) F(__skb_recv_datagram) F(skb_free_datagram)           \
	F(sock_queue_rcv_skb) F(sk_reset_timer)

#define KFN_LIST_SOCK(F) KFN_LIST_SKB(F) KFN_LIST_CALLS(F) KFN_LIST_SOCKCORE(F)

#endif
