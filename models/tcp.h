/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * TCP's state of one connection and the calls between its stages: input finds
 * output (and the other way round) only through here.
 *
 * Field and function names are the kernel's, so that its source can be read
 * beside.  Sequence numbers are 32 bit and wrap; jiffies here are tcp_time_stamp.
 */
#ifndef NICPATH_MODELS_TCP_H
#define NICPATH_MODELS_TCP_H

#include <stdbool.h>
#include <stdint.h>

#include "models/netdev.h"
#include "models/sock.h"
#include "models/tcp_params.h"

struct tcp_sock;
struct tcp_cong_ops;

/*
 * MAX_TCP_HEADER depends on the configuration: 160 bytes, 208 with IPv6 or other tunnels,
 * 272 with wireless too.  Heads are in the class of 512 bytes with the first and with
 * this, in that of 1024 with the others.
 */
#define TCP_MAX_HEADER	      192u
#define TCP_INFINITE_SSTHRESH 0x7fffffffu
#define TCP_MAX_WSCALE	      14
#define TCP_CA_PRIV_WORDS     32

enum tcp_state {
	TCP_CLOSE,
	TCP_LISTEN,
	TCP_SYN_SENT,
	TCP_SYN_RECV,
	TCP_ESTABLISHED,
	TCP_FIN_WAIT1,
	TCP_FIN_WAIT2,
	TCP_CLOSE_WAIT,
	TCP_CLOSING,
	TCP_LAST_ACK,
	TCP_TIME_WAIT
};
extern const char *const tcp_state_name[];

enum tcp_ca_state { TCP_CA_Open, TCP_CA_Disorder, TCP_CA_CWR, TCP_CA_Recovery, TCP_CA_Loss };
extern const char *const tcp_ca_state_name[];

enum tcp_ca_event {
	CA_EVENT_TX_START,
	CA_EVENT_CWND_RESTART,
	CA_EVENT_COMPLETE_CWR,
	CA_EVENT_LOSS
};

/* struct pkt's sacked */
enum tcpcb_sacked {
	TCPCB_SACKED_ACKED = 1,
	TCPCB_SACKED_RETRANS = 2,
	TCPCB_LOST = 4,
	TCPCB_TAGBITS = 7,
	TCPCB_EVER_RETRANS = 0x80,
	TCPCB_RETRANS = TCPCB_SACKED_RETRANS | TCPCB_EVER_RETRANS,
};

enum tcp_nagle { TCP_NAGLE_OFF = 1, TCP_NAGLE_CORK = 2, TCP_NAGLE_PUSH = 4 };
struct tcp_options_received {
	bool tstamp_ok, sack_ok, wscale_ok, saw_tstamp;
	bool dsack;
	uint8_t snd_wscale, rcv_wscale;
	uint8_t num_sacks;
	uint16_t mss_clamp;
	uint32_t rcv_tsval, rcv_tsecr, ts_recent;
};

struct tcp_range {
	uint32_t start, end;
};

/* A connection request that waits for its ACK. */
struct tcp_request {
	struct tcp_request *next;
	struct tcp_sock *listener;
	uint64_t addr;
	uint32_t saddr, daddr; /* ours, theirs */
	uint16_t sport, dport;
	uint32_t rcv_isn, snt_isn;
	uint32_t rcv_wnd, window_clamp;
	struct tcp_options_received opt;
	uint16_t mss;
	uint32_t ts_recent;
	uint32_t retrans;
	struct ktimer timer;
	bool dead;
};

struct tcp_sock {
	struct sock sk; /* first */
	struct tcp_net *tn;
	int state;	     /* enum tcp_state */
	uint32_t header_len; /* tcp_header_len: 20 and the usual options */
	/* receive */
	uint32_t rcv_nxt, copied_seq, rcv_wup, rcv_wnd, rcv_isn;
	uint32_t window_clamp, rcv_ssthresh, advmss;
	bool pred_ok;	      /* pred_flags != 0 */
	uint32_t pred_window; /* snd_wnd >> wscale that it holds */
	uint32_t rcv_tstamp;  /* jiffies of the last packet */
	uint32_t lsndtime;
	struct {
		struct pkt_queue queue; /* prequeue */
		uint32_t memory;
		struct task *task; /* reader that processes in its context */
		uint64_t buf;	   /* where it wants the bytes */
		uint32_t len;
		struct payload *got;
	} ucopy;
	uint64_t out_pos, in_pos; /* stream positions of write_seq and copied_seq */
	uint32_t stream_in;
	/* icsk_ack */
	struct {
		bool sched, pushed, pushed2, timer, blocked, pingpong;
		uint8_t quick;
		uint32_t ato, timeout, lrcvtime;
		uint16_t last_seg_size, rcv_mss;
	} ack;
	/* send */
	uint32_t snd_una, snd_nxt, snd_sml, snd_wl1, snd_wnd, max_window, write_seq, pushed_seq,
		snt_isn;
	uint32_t mss_cache, xmit_size_goal, tso_deferred;
	uint8_t nonagle;
	struct pkt *send_head;
	uint32_t packets_out, retrans_out, sacked_out, lost_out, fackets_out;
	/* congestion */
	uint32_t snd_ssthresh, snd_cwnd, snd_cwnd_cnt, snd_cwnd_clamp, snd_cwnd_used,
		snd_cwnd_stamp;
	uint32_t prior_ssthresh, prior_cwnd, high_seq, retrans_stamp, undo_marker;
	int32_t undo_retrans;
	uint32_t prr_delivered, prr_out, newly_delivered;
	uint32_t reordering, bytes_acked, total_retrans;
	int ca_state;
	const struct tcp_cong_ops *ca;
	uint32_t ca_priv[TCP_CA_PRIV_WORDS];
	struct pkt *retransmit_skb_hint, *lost_skb_hint;
	uint32_t lost_cnt_hint, retransmit_high, lost_retrans_low;
	struct pkt *highest_sack;
	/* rtt */
	uint32_t srtt, mdev, mdev_max, rttvar, rtt_seq, rto; /* as in the kernel */
	uint32_t backoff, retransmits, probes_out;
	uint64_t pacing_rate; /* bytes a second (tso_autosize) */
	/* SACK we send */
	struct tcp_range selective_acks[4], duplicate_sack;
	struct tcp_range recv_sack_cache[TCP_SACK_BLOCKS]; /* blocks of the last ACK */
	bool have_dsack;
	struct tcp_options_received rx_opt;
	struct pkt_queue ofo; /* out_of_order_queue */
	/* receive autotuning */
	struct {
		uint32_t rtt, seq, time;
	} rcv_rtt_est;
	struct {
		uint32_t space, seq, time;
	} rcvq_space;
	/* timers */
	struct ktimer retransmit_timer, delack_timer;
	uint32_t timeout; /* icsk_timeout, jiffies */
	uint8_t pending;  /* enum tcp_pending */
	bool write_timer_deferred;
	/* TSQ */
	bool tsq_queued, tsq_throttled, tsq_deferred;
	struct tcp_sock *tsq_next;
	/* listening */
	struct tcp_request *requests;
	struct tcp_sock *accept_head, *accept_tail, *accept_next;
	uint32_t backlog_max, accept_queued, requests_queued;
	struct tcp_request *from;
	bool fin_sent, user_closed, rcv_fin, reuseport;
};

enum tcp_pending {
	TCP_TIME_NONE,
	TCP_TIME_RETRANS,
	TCP_TIME_DACK,
	TCP_TIME_PROBE0,
	TCP_TIME_WAITING
};

#define TCP_HASH 4096u

struct tcp_net {
	struct net *net;
	struct tcp_behaviour b;
	struct slab_cache *sock_cache, *request_cache;
	uint64_t hash_addr; /* ehash buckets, 16 bytes each */
	uint64_t lhash_addr;
	struct sock *ehash[TCP_HASH];
	struct sock *listen[64];
	/* in jiffies of the host's HZ */
	uint32_t hz, rto_initial, rto_min, rto_max, delack_min, delack_max;
	uint32_t isn;
	uint64_t live;
	struct tcp_sock *tsq_head[64], **tsq_tail[64];
	bool tsq_scheduled[64];
	const struct tcp_cong_ops *cong;
	uint64_t bytes_received;
	struct { /* of the connection that last had an ACK */
		uint64_t cwnd, ssthresh, snd_wnd, in_flight, rto;
	} level;
};

char *tcp_net_new(struct net *n);

static inline struct tcp_sock *tcp_sk(struct sock *sk)
{
	return (struct tcp_sock *)sk;
}
static inline bool before(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) < 0;
}
#define after(a, b) before(b, a)
static inline bool between(uint32_t s, uint32_t lo, uint32_t hi)
{
	return hi - lo >= s - lo;
}
static inline uint32_t min_u32(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}
static inline uint32_t max_u32(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

uint32_t tcp_time_stamp(const struct tcp_sock *tp);
uint32_t tcp_jiffies(const struct tcp_net *tn, uint64_t ps); /* rounded up */

/* --- models/tcp.c: sockets --- */
struct tcp_sock *tcp_sock_new(struct net *n);
void tcp_init_sock(struct tcp_sock *tp);
void tcp_set_state(struct tcp_sock *tp, int state);
void tcp_done(struct tcp_sock *tp); /* to CLOSE, timers off, unhashed */
void tcp_reset_local(struct tcp_sock *tp, int err);
void tcp_hash(struct tcp_sock *tp);
void tcp_unhash(struct tcp_sock *tp);
/* Lookup as __inet_lookup(): holds what it returns. */
struct tcp_sock *tcp_lookup(struct net *n, const struct hdrs *h);
void tcp_purge(struct tcp_sock *tp); /* frees all queues */
void tcp_tsq_init(struct tcp_net *tn);
void tcp_wfree(struct pkt *p);
void tcp_backlog_rcv(struct sock *sk, struct pkt *p);
bool tcp_port_taken(struct net *n, uint16_t port);
extern const struct sock_proto tcp_proto;

/* --- models/tcp_call.c and tx/sock_send.c, rx/sock_recv.c: system calls, no syscall entry --- */
int tcp_bind(struct tcp_sock *tp, uint32_t ip, uint16_t port);
int tcp_listen(struct tcp_sock *tp);
int tcp_v4_connect(struct tcp_sock *tp, uint32_t ip, uint16_t port);
struct tcp_sock *tcp_accept(struct tcp_sock *tp);
int64_t tcp_sendmsg(struct tcp_sock *tp, struct ubuf buf, uint32_t flags);
int64_t tcp_sendfile(struct tcp_sock *tp, struct ubuf buf);
int64_t tcp_recvmsg(struct tcp_sock *tp, struct ubuf buf, struct payload *got);
int tcp_shutdown(struct tcp_sock *tp);
void tcp_close(struct tcp_sock *tp);
int tcp_setopt(struct tcp_sock *tp, enum ksock_opt opt, uint64_t value);

/* --- output --- */
/* XMIT_DROP: it was dropped below; it counts as not sent. */
enum xmit_result tcp_transmit_skb(struct tcp_sock *tp, struct pkt *p, bool clone_it);
void tcp_trim_head(struct tcp_sock *tp, struct pkt *p, uint32_t len);
bool tcp_write_xmit(struct tcp_sock *tp, uint32_t mss_now, int nonagle);
void tcp_push_one(struct tcp_sock *tp, uint32_t mss_now);
void __tcp_push_pending_frames(struct tcp_sock *tp, uint32_t mss_now, int nonagle);
static inline void tcp_push_pending_frames(struct tcp_sock *tp, uint32_t mss_now)
{
	if (tp->send_head)
		__tcp_push_pending_frames(tp, mss_now, tp->nonagle);
}
void tcp_push(struct tcp_sock *tp, uint32_t flags, uint32_t mss_now, int nonagle);
uint32_t tcp_current_mss(struct tcp_sock *tp, bool large_allowed);
void tcp_sync_mss(struct tcp_sock *tp, uint32_t pmtu);
void tcp_set_tso_segs(struct tcp_sock *tp, struct pkt *p, uint32_t mss_now);
uint32_t tcp_init_tso_segs(struct tcp_sock *tp, struct pkt *p, uint32_t mss_now);
/* Splits at len; the rest follows p in the write queue. */
void tcp_fragment(struct tcp_sock *tp, struct pkt *p, uint32_t len, uint32_t mss_now);
bool tcp_may_send_now(struct tcp_sock *tp);
void tcp_event_new_data_sent(struct tcp_sock *tp, struct pkt *p);
void tcp_cwnd_validate(struct tcp_sock *tp);
uint32_t __tcp_select_window(struct tcp_sock *tp);
uint16_t tcp_select_window(struct tcp_sock *tp);
void tcp_select_initial_window(struct tcp_net *tn, uint32_t space, uint32_t mss, uint32_t *rcv_wnd,
			       uint32_t *window_clamp, bool wscale_ok, uint8_t *rcv_wscale);
static inline uint32_t tcp_receive_window(const struct tcp_sock *tp)
{
	int32_t win = (int32_t)(tp->rcv_wup + tp->rcv_wnd - tp->rcv_nxt);

	return win < 0 ? 0 : (uint32_t)win;
}
static inline uint32_t tcp_wnd_end(const struct tcp_sock *tp)
{
	return tp->snd_una + tp->snd_wnd;
}
struct pkt *tcp_control_skb(struct tcp_sock *tp, uint8_t flags, uint32_t seq);
void tcp_send_ack(struct tcp_sock *tp);
void tcp_send_delayed_ack(struct tcp_sock *tp);
void tcp_send_fin(struct tcp_sock *tp);
void tcp_connect(struct tcp_sock *tp);
void tcp_send_active_reset(struct tcp_sock *tp);
bool tcp_retransmit_skb(struct tcp_sock *tp, struct pkt *p); /* false: could not */
void tcp_xmit_retransmit_queue(struct tcp_sock *tp);
bool tcp_write_wakeup(struct tcp_sock *tp);
void tcp_send_probe0(struct tcp_sock *tp);
/* Answers outside a connection: through the route back of the packet. */
void tcp_v4_send_reset(struct net *n, const struct pkt *in);
void tcp_send_synack(struct tcp_request *r);

/* --- timers --- */
void tcp_init_timers(struct tcp_sock *tp);
void tcp_clear_timers(struct tcp_sock *tp);
void tcp_reset_timer(struct tcp_sock *tp, int what, uint32_t when_jiffies);
void tcp_clear_timer(struct tcp_sock *tp, int what);
void tcp_time_wait(struct tcp_sock *tp);
void tcp_check_probe_timer(struct tcp_sock *tp);
void tcp_timers_release(struct sock *sk); /* what they left to the owner */

/* --- input --- */
/* Socket before the route (ip_rcv): true when found; it then hangs on the packet. */
bool tcp_early_demux(struct pkt *p);
void tcp_v4_do_rcv(struct tcp_sock *tp, struct pkt *p);
void tcp_listen_rcv(struct tcp_sock *tp, struct pkt *p);
bool tcp_validate_incoming(struct tcp_sock *tp, struct pkt *p);
/* To the task that reads, in its context; false: not possible now. */
bool tcp_copy_to_reader(struct tcp_sock *tp, struct pkt *p, uint32_t n);
/* Bytes off..off+n of p to user memory; checks that the stream goes on there. */
void tcp_deliver(struct tcp_sock *tp, struct pkt *p, uint32_t off, uint64_t user, uint32_t n,
		 struct payload *got);
/* To the receive queue's tail, charged; true: joined to the last, p is to be freed. */
bool tcp_queue_in_order(struct tcp_sock *tp, struct pkt *p);
/* Backlog coalescing: p joins tail and is freed. */
bool tcp_backlog_join(struct pkt *tail, struct pkt *p);
void tcp_rcv_established(struct tcp_sock *tp, struct pkt *p);
void tcp_rcv_state_process(struct tcp_sock *tp, struct pkt *p);
void tcp_parse_options(struct tcp_sock *tp, const struct hdrs *h);
enum tcp_ack_flag {
	FLAG_DATA = 0x01,
	FLAG_WIN_UPDATE = 0x02,
	FLAG_DATA_ACKED = 0x04,
	FLAG_RETRANS_DATA_ACKED = 0x08,
	FLAG_SYN_ACKED = 0x10,
	FLAG_DATA_SACKED = 0x20,
	FLAG_DATA_LOST = 0x80,
	FLAG_SLOWPATH = 0x100,
	FLAG_ONLY_ORIG_SACKED = 0x200,
	FLAG_SND_UNA_ADVANCED = 0x400,
	FLAG_DSACKING_ACK = 0x800,
	FLAG_NONHEAD_RETRANS_ACKED = 0x1000,
	FLAG_SACK_RENEGING = 0x2000,
};
#define FLAG_ACKED    (FLAG_DATA_ACKED | FLAG_SYN_ACKED)
#define FLAG_NOT_DUP  (FLAG_DATA | FLAG_WIN_UPDATE | FLAG_ACKED)
#define FLAG_CA_ALERT (FLAG_DATA_SACKED)
/* Returns 1: acceptable, 0: old, -1: invalid. */
int tcp_ack(struct tcp_sock *tp, struct pkt *p, int flag);
int tcp_sacktag_write_queue(struct tcp_sock *tp, struct pkt *p, uint32_t prior_snd_una);
void tcp_fastretrans_alert(struct tcp_sock *tp, uint32_t pkts_acked, int flag);
void tcp_enter_loss(struct tcp_sock *tp, bool how);
void tcp_enter_cwr(struct tcp_sock *tp);
void tcp_try_keep_open(struct tcp_sock *tp);
void tcp_clear_retrans(struct tcp_sock *tp);
void tcp_clear_retrans_hints(struct tcp_sock *tp);
void tcp_skb_mark_lost(struct tcp_sock *tp, struct pkt *p);
void tcp_update_reordering(struct tcp_sock *tp, int metric, bool ts);
void tcp_remove_reno_sacks(struct tcp_sock *tp, int acked);
void tcp_rtt_estimator(struct tcp_sock *tp, uint32_t mrtt);
void tcp_ack_update_rtt(struct tcp_sock *tp, int flag, int32_t seq_rtt);
void tcp_set_rto(struct tcp_sock *tp);
void tcp_data_queue(struct tcp_sock *tp, struct pkt *p);
void tcp_fin(struct tcp_sock *tp);
void tcp_ofo_insert(struct tcp_sock *tp, struct pkt *p);
void tcp_ofo_queue(struct tcp_sock *tp);
void tcp_sack_remove(struct tcp_sock *tp);
void tcp_sack_new_ofo(struct tcp_sock *tp, uint32_t seq, uint32_t end_seq);
void tcp_dsack_set(struct tcp_sock *tp, uint32_t seq, uint32_t end_seq, bool ofo);
void tcp_event_data_recv(struct tcp_sock *tp, struct pkt *p);
void tcp_measure_rcv_mss(struct tcp_sock *tp, const struct pkt *p);
void tcp_enter_quickack_mode(struct tcp_sock *tp);
bool tcp_in_quickack_mode(const struct tcp_sock *tp);
void tcp_ack_snd_check(struct tcp_sock *tp);
void __tcp_ack_snd_check(struct tcp_sock *tp, bool ofo_possible);
void tcp_data_snd_check(struct tcp_sock *tp);
void tcp_check_space(struct tcp_sock *tp);
void tcp_send_dupack(struct tcp_sock *tp, struct pkt *p);
void tcp_fast_path_check(struct tcp_sock *tp);
void tcp_fast_path_on(struct tcp_sock *tp);
/* from's bytes move to the end of to; from's sk_buff remains. False: not possible. */
bool tcp_try_coalesce(struct pkt *to, struct pkt *from);
/* rcvbuf */
static inline int64_t tcp_win_from_space(const struct tcp_net *tn, int64_t space)
{
	return space - (space >> tn->b.adv_win_scale);
}
int64_t tcp_space(const struct tcp_sock *tp);
int64_t tcp_full_space(const struct tcp_sock *tp);
void tcp_init_buffer_space(struct tcp_sock *tp);
void tcp_grow_window(struct tcp_sock *tp, struct pkt *p);
void tcp_rcv_space_adjust(struct tcp_sock *tp);
void tcp_rcv_rtt_measure(struct tcp_sock *tp);
void tcp_rcv_rtt_measure_ts(struct tcp_sock *tp, struct pkt *p);
void tcp_initialize_rcv_mss(struct tcp_sock *tp);
bool tcp_try_rmem_schedule(struct tcp_sock *tp, uint32_t size);
void tcp_collapse_ofo(struct tcp_sock *tp);
void tcp_collapse(struct tcp_sock *tp, struct pkt_queue *q, struct pkt *head, struct pkt *tail,
		  uint32_t start, uint32_t end);
void tcp_cleanup_rbuf(struct tcp_sock *tp, int64_t copied);
bool tcp_prequeue(struct tcp_sock *tp, struct pkt *p);
void tcp_prequeue_process(struct tcp_sock *tp);
/* handshake */
void tcp_finish_connect(struct tcp_sock *tp);
void tcp_v4_conn_request(struct tcp_sock *listener, struct pkt *p);
struct tcp_sock *tcp_check_req(struct tcp_sock *listener, struct pkt *p);
void tcp_request_free(struct tcp_request *r);
/* Route and what its device can do (sk_setup_caps). */
void tcp_setup_route(struct tcp_sock *tp, struct rtable *rt);
void tcp_init_metrics(struct tcp_sock *tp);
void tcp_init_congestion(struct tcp_sock *tp);
uint32_t tcp_init_cwnd(const struct tcp_sock *tp);

/* --- congestion control --- */
struct tcp_cong_ops {
	const char *name;
	void (*init)(struct tcp_sock *tp); /* optional */
	uint32_t (*ssthresh)(struct tcp_sock *tp);
	uint32_t (*min_cwnd)(const struct tcp_sock *tp); /* optional */
	void (*cong_avoid)(struct tcp_sock *tp, uint32_t ack, uint32_t in_flight);
	void (*set_state)(struct tcp_sock *tp, int new_state);		       /* optional */
	void (*cwnd_event)(struct tcp_sock *tp, enum tcp_ca_event ev);	       /* optional */
	uint32_t (*undo_cwnd)(struct tcp_sock *tp);			       /* optional */
	void (*pkts_acked)(struct tcp_sock *tp, uint32_t num, int32_t rtt_us); /* optional */
};
extern const struct tcp_cong_ops tcp_reno, tcp_bic, tcp_cubic;
const struct tcp_cong_ops *tcp_cong_find(enum tcp_cong which);
void tcp_slow_start(struct tcp_sock *tp);
void tcp_cong_avoid_ai(struct tcp_sock *tp, uint32_t w);
bool tcp_is_cwnd_limited(const struct tcp_sock *tp, uint32_t in_flight);
uint32_t tcp_reno_min_cwnd(const struct tcp_sock *tp);
void tcp_set_ca_state(struct tcp_sock *tp, int state);
static inline void tcp_ca_event(struct tcp_sock *tp, enum tcp_ca_event ev)
{
	if (tp->ca->cwnd_event)
		tp->ca->cwnd_event(tp, ev);
}

/* --- small computations --- */
static inline uint32_t tcp_skb_pcount(const struct pkt *p)
{
	return p->gso_segs ? p->gso_segs : 1;
}
static inline uint32_t tcp_left_out(const struct tcp_sock *tp)
{
	return tp->sacked_out + tp->lost_out;
}
static inline uint32_t tcp_packets_in_flight(const struct tcp_sock *tp)
{
	return tp->packets_out - tcp_left_out(tp) + tp->retrans_out;
}
static inline bool tcp_is_fack(const struct tcp_sock *tp)
{
	return tp->rx_opt.sack_ok && tp->tn->b.fack;
}
uint32_t tcp_current_ssthresh(const struct tcp_sock *tp);
static inline bool tcp_in_initial_slowstart(const struct tcp_sock *tp)
{
	return tp->snd_ssthresh >= TCP_INFINITE_SSTHRESH;
}
static inline struct pkt *tcp_write_queue_head(struct tcp_sock *tp)
{
	return tp->sk.write_queue.head;
}
static inline bool tcp_can_gso(const struct tcp_sock *tp)
{
	return (tp->sk.caps & NETDEV_TSO) && !tp->sk.nocaps;
}

#endif
