/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TCP's behaviours: kernel.tcp.* */
#include "models/tcp_params.h"

#include <stddef.h>

static const char *const congs[] = {"reno", "bic", "cubic", NULL};
static const char *const rcv_spaces[] = {"2.6", "3.12", NULL};
static const char *const windows[] = {"rfc3390", "iw10", NULL};
static const char *const recoveries[] = {"rate_halving", "prr", NULL};

#define SYSCTL	  "linux 2.6.26 Documentation/networking/ip-sysctl.txt"
#define TCP_H	  "linux 2.6.26 include/net/tcp.h"
#define F(member) offsetof(struct tcp_behaviour, member)
#define BOOL(name, member, def, help, source)                                                      \
	{                                                                                          \
		name, PARAM_BOOL, F(member), def, NULL, NULL, NULL, help, source                   \
	}
#define SIZE(name, member, def, help, source)                                                      \
	{                                                                                          \
		name, PARAM_SIZE, F(member), def, "0B", "4GiB", NULL, help, source                 \
	}
#define TIME(name, member, def, help, source)                                                      \
	{                                                                                          \
		name, PARAM_TIME, F(member), def, "1us", "1000s", NULL, help, source               \
	}
#define U32(name, member, def, min, max, help, source)                                             \
	{                                                                                          \
		name, PARAM_U32, F(member), def, min, max, NULL, help, source                      \
	}
#define ENUM(name, member, def, list, help, source)                                                \
	{                                                                                          \
		name, PARAM_ENUM, F(member), def, NULL, NULL, list, help, source                   \
	}

static const struct param params[] = {
	ENUM("congestion", congestion, "cubic", congs, "congestion control algorithm",
	     "BIC to 2.6.18, CUBIC since 2.6.19 (597811ec167f)"),
	BOOL("timestamps", timestamps, "on", "RFC 7323 timestamps (tcp_timestamps)", SYSCTL),
	BOOL("sack", sack, "on", "RFC 2018 selective acknowledgements (tcp_sack)", SYSCTL),
	BOOL("window_scaling", window_scaling, "on", "RFC 7323 window scaling", SYSCTL),
	BOOL("fack", fack, "on", "forward acknowledgement (tcp_fack)", SYSCTL),
	BOOL("dsack", dsack, "on", "RFC 2883 duplicate SACKs (tcp_dsack)", SYSCTL),
	BOOL("moderate_rcvbuf", moderate_rcvbuf, "on", "receive buffer autotuning", SYSCTL),
	BOOL("rcv_rtt_unscaled", rcv_rtt_unscaled, "on",
	     "the receiver's RTT sample without timestamps is compared in wrong units",
	     "2.6.26 tcp_rcv_rtt_update(); mended by 18a223e0b9ec (3.4)"),
	BOOL("space_counts_backlog", space_counts_backlog, "off",
	     "free receive space is less the backlog", "85bdf7db5b53 (4.20)"),
	BOOL("low_latency", low_latency, "off", "no prequeue (tcp_low_latency)", SYSCTL),
	BOOL("prequeue", prequeue, "on", "input is left to a waiting reader's context",
	     "removed by commit e7942d0633c4 (4.14)"),
	BOOL("abc", abc, "off", "RFC 3465 byte counting (tcp_abc)", SYSCTL),
	BOOL("slow_start_after_idle", slow_start_after_idle, "on",
	     "window is reduced after an idle retransmission timeout", SYSCTL),
	BOOL("limited_transmit", limited_transmit, "on",
	     "RFC 3042: new segments on the first duplicate ACKs", "RFC 3042"),
	SIZE("rmem.min", rmem[0], "4096B", "tcp_rmem, first", TCP_H),
	SIZE("rmem.default", rmem[1], "87380B", "tcp_rmem, second",
	     "linux 2.6.26 net/ipv4/tcp.c tcp_init"),
	SIZE("rmem.max", rmem[2], "4MiB", "tcp_rmem, third: bound of autotuning",
	     "linux 2.6.26 net/ipv4/tcp.c tcp_init (with 1 GiB of RAM and more)"),
	SIZE("wmem.min", wmem[0], "4096B", "tcp_wmem, first", TCP_H),
	SIZE("wmem.default", wmem[1], "16384B", "tcp_wmem, second",
	     "linux 2.6.26 net/ipv4/tcp.c tcp_init"),
	SIZE("wmem.max", wmem[2], "4MiB", "tcp_wmem, third: bound of autotuning",
	     "linux 2.6.26 net/ipv4/tcp.c tcp_init"),
	SIZE("mem.low", mem[0], "768MiB", "tcp_mem, first, in bytes",
	     "linux 2.6.26 tcp_init for 2 GiB of RAM: half of it"),
	SIZE("mem.pressure", mem[1], "1GiB", "tcp_mem, second, in bytes", "as mem.low"),
	SIZE("mem.high", mem[2], "1536MiB", "tcp_mem, third, in bytes", "as mem.low"),
	U32("adv_win_scale", adv_win_scale, "2", "1", "31",
	    "the part 1/2^n of buffer space is overhead, not window", SYSCTL),
	U32("app_win", app_win, "31", "0", "31",
	    "part 1/2^n of the window kept for the application", SYSCTL),
	ENUM("rcv_space", rcv_space, "2.6", rcv_spaces, "algorithm of receive autotuning",
	     "b0983d3c9b13 (3.12)"),
	ENUM("initial_window", initial_window, "rfc3390", windows, "initial congestion window",
	     "RFC 3390; ten segments since 442b9635c569 (2.6.39)"),
	U32("init_rcv_wnd", init_rcv_wnd, "4", "1", "100",
	    "segments of the first advertised window (mss <= 1460)",
	    "linux 2.6.26 tcp_select_initial_window; 10 since 2.6.38"),
	U32("reordering", reordering, "3", "1", "127", "duplicate ACKs that mean loss", SYSCTL),
	U32("retries2", retries2, "15", "1", "255", "retransmissions before a connection dies",
	    SYSCTL),
	U32("syn_retries", syn_retries, "5", "0", "255", "retransmissions of a SYN", SYSCTL),
	U32("synack_retries", synack_retries, "5", "0", "255", "retransmissions of a SYN-ACK",
	    SYSCTL),
	ENUM("recovery", recovery, "rate_halving", recoveries, "window during fast recovery",
	     "proportional rate reduction: a262f0cdf1f2 (3.2)"),
	TIME("rto_initial", rto_initial_ps, "3s", "retransmission timeout before any sample",
	     "RFC 2988; 1 s since 9ad7c049f0f7 (3.1)"),
	TIME("rto_min", rto_min_ps, "200ms", "TCP_RTO_MIN", TCP_H),
	TIME("rto_max", rto_max_ps, "120s", "TCP_RTO_MAX", TCP_H),
	TIME("delack_min", delack_min_ps, "40ms", "TCP_DELACK_MIN and TCP_ATO_MIN", TCP_H),
	TIME("delack_max", delack_max_ps, "200ms", "TCP_DELACK_MAX", TCP_H),
	TIME("timewait", timewait_ps, "60s", "TCP_TIMEWAIT_LEN", TCP_H),
	U32("tso_win_divisor", tso_win_divisor, "3", "0", "64",
	    "a TSO send waits for 1/n of the window", SYSCTL),
	BOOL("push_at_mss", push_at_mss, "off",
	     "tcp_sendmsg() pushes the packet it fills once it holds one MSS, not the size goal",
	     "on up to 2.6.24; the size goal in 2.6.26 and later (69d1506731)"),
	BOOL("tso_defer", tso_defer, "on", "TSO sends wait for more window", "linux 2.6.26"),
	BOOL("tso_autosize", tso_autosize, "off", "TSO bursts of at most 1 ms at the pacing rate",
	     "95bd09eb2750 (3.12)"),
	U32("min_tso_segs", min_tso_segs, "2", "1", "64", "least segments of an autosized burst",
	    "95bd09eb2750 (3.12)"),
	BOOL("tsq", tsq, "off", "TCP small queues: bytes below the qdisc are bounded",
	     "46d3ceabd8d9 (3.6)"),
	SIZE("limit_output_bytes", limit_output_bytes, "128KiB", "that bound",
	     "46d3ceabd8d9 (3.6): 131072"),
	BOOL("rcv_coalesce", rcv_coalesce, "off", "neighbours in the receive queue are joined",
	     "b081f85c2977, 1402d366019f (3.5)"),
	BOOL("ofo_rbtree", ofo_rbtree, "off", "out-of-order queue is a tree", "9f5afeae5152 (4.9)"),
	BOOL("rtt_us", rtt_us, "off", "round trips are measured in us, not in jiffies",
	     "740b0f1841f6 (3.15)"),
	BOOL("sack_high_hint", sack_high_hint, "on", "SACK processing skips what it has seen",
	     "68f8353b480e (2.6.25)"),
	BOOL("no_linear", linear_without_sg_only, "off",
	     "with SG sent bytes never lie in the linear part",
	     "commit 72f6d71e491e and around it (4.17)"),
	BOOL("bic_fast_convergence", bic_fast_convergence, "on",
	     "fast convergence of BIC and CUBIC", "linux net/ipv4/tcp_cubic.c"),
	BOOL("hystart", hystart, "off", "CUBIC leaves slow start early", "ae27e98a5152 (2.6.29)"),
	BOOL("hystart_us", hystart_us, "off",
	     "HyStart and CUBIC's round trips in us, with the later kernels' thresholds",
	     "net/ipv4/tcp_cubic.c of 6.1; cff04e2da308 and those around it (5.6)"),
	U32("hystart_delay_min", hystart_delay_min, "2", "1", "1000",
	    "jiffies that a round trip must at least have grown by (hystart_us: 4 ms)",
	    "net/ipv4/tcp_cubic.c: 2 in 2.6.29, 4 in 3.0"),
	U32("splice_pages", splice_pages, "16", "1", "256", "pages that sendfile moves at once",
	    "linux PIPE_BUFFERS"),
	BOOL("sendpage_notlast", sendpage_notlast, "off",
	     "only the last page of a sendfile round pushes", "2f5338442425 (3.4)"),
	BOOL("splice_more", splice_more, "off", "sendfile's rounds are joined by MSG_MORE",
	     "0ff28d9f4674 (4.2)"),
	{0},
};

const struct param_table tcp_behaviour_table = {
	"tcp",
	"TCP: sysctls and what differs between versions",
	params,
	sizeof(struct tcp_behaviour),
};
