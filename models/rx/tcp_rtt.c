/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Round-trip time and the retransmission timeout.
 *
 * Called by: tcp_ack
 * Calls: nothing
 * Models: Jacobson's estimator in Linux's form (mean deviation's maximum over
 *	a window, slow decrease), Karn's rule, timestamps (RTTM); all in jiffies
 * Leaves out: microsecond estimator of 3.15 (rtt_us serves congestion control)
 * Source: Linux net/ipv4/tcp_input.c, v2.6.26; RFC 2988, 7323
 */
#include "models/host/cpu.h"
#include "models/tcp.h"

static void deviate(struct tcp_sock *tp, int32_t m)
{
	if (m < 0) { /* shorter: the deviation grows slowly */
		m = -m - (int32_t)(tp->mdev >> 2);
		if (m > 0)
			m >>= 3;
	} else {
		m -= (int32_t)(tp->mdev >> 2);
	}
	tp->mdev += (uint32_t)m;
	if (tp->mdev > tp->mdev_max) {
		tp->mdev_max = tp->mdev;
		if (tp->mdev_max > tp->rttvar)
			tp->rttvar = tp->mdev_max;
	}
	if (after(tp->snd_una, tp->rtt_seq)) {
		if (tp->mdev_max < tp->rttvar)
			tp->rttvar -= (tp->rttvar - tp->mdev_max) >> 2;
		tp->rtt_seq = tp->snd_nxt;
		tp->mdev_max = tp->tn->rto_min;
	}
}

void tcp_rtt_estimator(struct tcp_sock *tp, uint32_t mrtt)
{
	int32_t m = mrtt ? (int32_t)mrtt : 1;
	KFN(tcp_rtt_estimator);

	if (tp->srtt) {
		m -= (int32_t)(tp->srtt >> 3);
		tp->srtt += (uint32_t)m;
		deviate(tp, m);
		return;
	}
	tp->srtt = (uint32_t)m << 3;
	tp->mdev = (uint32_t)m << 1;
	tp->mdev_max = tp->rttvar = max_u32(tp->mdev, tp->tn->rto_min);
	tp->rtt_seq = tp->snd_nxt;
}

void tcp_set_rto(struct tcp_sock *tp)
{
	tp->rto = min_u32((tp->srtt >> 3) + tp->rttvar, tp->tn->rto_max);
}

void tcp_ack_update_rtt(struct tcp_sock *tp, int flag, int32_t seq_rtt)
{
	if (tp->rx_opt.saw_tstamp && tp->rx_opt.rcv_tsecr)
		seq_rtt = (int32_t)(tcp_time_stamp(tp) - tp->rx_opt.rcv_tsecr);
	else if (flag & FLAG_RETRANS_DATA_ACKED)
		return;
	if (seq_rtt < 0)
		return;
	tcp_rtt_estimator(tp, (uint32_t)seq_rtt);
	tcp_set_rto(tp);
	tp->backoff = 0;
}
