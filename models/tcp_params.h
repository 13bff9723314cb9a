/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TCP's behaviours: kernel.tcp.* */
#ifndef NICPATH_MODELS_TCP_PARAMS_H
#define NICPATH_MODELS_TCP_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/param.h"

enum tcp_cong { TCP_CONG_RENO, TCP_CONG_BIC, TCP_CONG_CUBIC };
enum tcp_iw { TCP_IW_RFC3390, TCP_IW_10 };
enum tcp_recovery { TCP_RATE_HALVING, TCP_PRR };
enum tcp_rcvspace { TCP_RCVSPACE_2_6, TCP_RCVSPACE_3_12 };

/* kernel.tcp.*: sysctls and what differs between versions. */
struct tcp_behaviour {
	int congestion; /* enum tcp_cong */
	bool timestamps, sack, window_scaling, fack, dsack;
	bool space_counts_backlog; /* tcp_space() less the backlog */
	bool moderate_rcvbuf, low_latency, prequeue;
	bool abc, slow_start_after_idle, limited_transmit;
	uint64_t rmem[3], wmem[3]; /* min, default, max */
	uint64_t mem[3];	   /* pages; 0: from RAM */
	uint32_t adv_win_scale, app_win;
	int rcv_space;	       /* enum tcp_rcvspace */
	bool rcv_rtt_unscaled; /* samples compared in wrong units (to 3.4) */
	int initial_window;    /* enum tcp_iw */
	uint32_t init_rcv_wnd; /* segments */
	uint32_t reordering;
	uint32_t retries2, syn_retries, synack_retries;
	int recovery; /* enum tcp_recovery */
	uint64_t rto_initial_ps, rto_min_ps, rto_max_ps, delack_min_ps, delack_max_ps;
	uint64_t timewait_ps;
	uint32_t tso_win_divisor;
	bool push_at_mss; /* tcp_sendmsg() pushes from one MSS on */
	bool tso_defer, tso_autosize;
	uint32_t min_tso_segs;
	bool tsq;
	uint64_t limit_output_bytes;
	bool rcv_coalesce; /* tcp_try_coalesce() */
	bool ofo_rbtree;
	bool rtt_us;		     /* RTT in us, not jiffies */
	bool sack_high_hint;	     /* highest_sack instead of walking (2.6.25) */
	bool linear_without_sg_only; /* no linear part with SG (4.17) */
	bool bic_fast_convergence;
	bool hystart, hystart_us;
	uint32_t hystart_delay_min; /* jiffies */
	uint32_t splice_pages;	    /* pages a sendfile round moves */
	bool sendpage_notlast;	    /* only the last page pushes */
	bool splice_more;	    /* its rounds are joined by MSG_MORE */
};
extern const struct param_table tcp_behaviour_table;

#endif
