/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The window that we advertise.
 *
 * Called by: tcp_transmit_skb, tcp_cleanup_rbuf, handshake
 * Calls: nothing
 * Models: __tcp_select_window (free space, rcv_ssthresh, silly window
 *	avoidance, rounding up to the scale), no shrinking, the first window
 * Leaves out: the signed-window workaround, rcv_wnd of 5.x's scaling ratio
 * Source: Linux net/ipv4/tcp_output.c, v2.6.26
 */
#include "models/host/cpu.h"
#include "models/inet.h"
#include "models/path.h"
#include "models/tcp.h"

int64_t tcp_space(const struct tcp_sock *tp)
{
	int64_t space = (int64_t)tp->sk.rcvbuf - tp->sk.rmem_alloc;

	if (tp->tn->b.space_counts_backlog)
		space -= (int64_t)tp->sk.backlog.len;
	return tcp_win_from_space(tp->tn, space);
}

int64_t tcp_full_space(const struct tcp_sock *tp)
{
	return tcp_win_from_space(tp->tn, tp->sk.rcvbuf);
}

static uint32_t round_up_to_scale(uint32_t window, uint8_t scale)
{
	uint32_t unit = 1u << scale;

	return (window + unit - 1) & ~(unit - 1);
}

/* Without scaling: whole segments, and no small steps up. */
static uint32_t unscaled_window(const struct tcp_sock *tp, int64_t free_space, int64_t full_space,
				int64_t mss)
{
	int64_t window = tp->rcv_wnd;

	if (window <= free_space - mss || window > free_space)
		return (uint32_t)(free_space / mss * mss);
	if (mss == full_space && free_space > window + full_space / 2)
		return (uint32_t)free_space;
	return (uint32_t)window;
}

uint32_t __tcp_select_window(struct tcp_sock *tp)
{
	int64_t mss = tp->ack.rcv_mss, free_space = tcp_space(tp), full_space = tcp_full_space(tp);
	KFN(__tcp_select_window);

	mem_read(tp->sk.addr + SOCK_RX + 32, 8);
	mem_read(tp->sk.addr + SOCK_TCP_WND, 24);
	if (full_space > tp->window_clamp)
		full_space = tp->window_clamp;
	if (mss > full_space)
		mss = full_space;
	if (free_space < full_space / 2) {
		tp->ack.quick = 0;
		if (sock_proto_mem(&tp->sk)->pressure)
			tp->rcv_ssthresh = min_u32(tp->rcv_ssthresh, 4 * tp->advmss);
		if (free_space < mss || free_space <= 0)
			return 0;
	}
	if (free_space > tp->rcv_ssthresh)
		free_space = tp->rcv_ssthresh;
	if (tp->rx_opt.rcv_wscale)
		return round_up_to_scale((uint32_t)free_space, tp->rx_opt.rcv_wscale);
	return unscaled_window(tp, free_space, full_space, mss);
}

uint16_t tcp_select_window(struct tcp_sock *tp)
{
	uint32_t old = tp->rcv_wnd, cur = tcp_receive_window(tp), window = __tcp_select_window(tp);
	uint8_t scale = tp->rx_opt.rcv_wscale;

	if (window < cur) { /* never shrink what was promised */
		if (window == 0)
			SNMP(tp->sk.net, TcpExtTCPWantZeroWindowAdv);
		window = round_up_to_scale(cur, scale);
	}
	tp->rcv_wnd = window;
	tp->rcv_wup = tp->rcv_nxt;
	mem_write(tp->sk.addr + SOCK_TCP_WND, 8);
	window = min_u32(window, 65535u << scale) >> scale;
	if (window == 0) {
		tp->pred_ok = false;
		if (old)
			SNMP(tp->sk.net, TcpExtTCPToZeroWindowAdv);
	} else if (old == 0) {
		SNMP(tp->sk.net, TcpExtTCPFromZeroWindowAdv);
	}
	return (uint16_t)window;
}

/* Segments that the first window holds: the sender's initial window. */
static uint32_t initial_segments(const struct tcp_net *tn, uint32_t mss)
{
	if (tn->b.init_rcv_wnd != 4)
		return mss > 1460 ? max_u32(1460 * tn->b.init_rcv_wnd / mss, 2)
				  : tn->b.init_rcv_wnd;
	return mss > 1460 * 3 ? 2 : mss > 1460 ? 3 : 4;
}

void tcp_select_initial_window(struct tcp_net *tn, uint32_t space, uint32_t mss, uint32_t *rcv_wnd,
			       uint32_t *window_clamp, bool wscale_ok, uint8_t *rcv_wscale)
{
	uint64_t most;
	uint32_t segments = initial_segments(tn, mss);

	if (*window_clamp == 0)
		*window_clamp = 65535u << TCP_MAX_WSCALE;
	space = min_u32(*window_clamp, space);
	if (space > mss)
		space = space / mss * mss;
	*rcv_wnd = space;
	*rcv_wscale = 0;
	if (wscale_ok) {
		most = tn->b.rmem[2];
		if (most < tn->net->sock->b.rmem_max)
			most = tn->net->sock->b.rmem_max;
		if (most > *window_clamp)
			most = *window_clamp;
		for (; most > 65535 && *rcv_wscale < TCP_MAX_WSCALE; most >>= 1)
			(*rcv_wscale)++;
	}
	if (mss > 1u << *rcv_wscale && *rcv_wnd > segments * mss)
		*rcv_wnd = segments * mss;
	*window_clamp = min_u32(65535u << *rcv_wscale, *window_clamp);
}
