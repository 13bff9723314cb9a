/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sendfile() on a stream: page-cache pages by reference.
 *
 * Called by: the system call (kernel_stages)
 * Calls: tcp_push, tcp_push_one; tcp_sendmsg where the device has no SG
 * Models: rounds of a pipe's pages (page cache lookup, references), then
 *	sendpage for each page with the socket locked and released, all but the
 *	last page with MSG_MORE
 * Leaves out: read-ahead and disk, page locks, splice to pipes of user space
 * Source: Linux fs/splice.c, fs/read_write.c, net/ipv4/tcp.c, v2.6.26
 */
#include "models/tx/sock_send.h"

#include <errno.h>

#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/mem/slab.h"
#include "models/path.h"

#define PAGE 4096u

static void page_ref(struct tcp_sock *tp, uint64_t addr)
{
	mem_atomic(page_struct(host_slab(tp->sk.net->host), addr & ~(uint64_t)(PAGE - 1)));
}

/* False: no fragment left in this packet. */
static bool add_page_ref(struct tcp_sock *tp, struct pkt *p, uint64_t addr, uint32_t n)
{
	struct pkt_data *d = p->data;
	struct pkt_frag *last = d->nr_frags ? &d->frag[d->nr_frags - 1] : NULL;

	mem_read(pkt_shinfo_addr(p), 8);
	if (last && last->addr + last->len == addr && (addr & (PAGE - 1))) {
		last->len += n;
		p->truesize += n;
		mem_write(pkt_shinfo_addr(p) + 24 + 16u * (d->nr_frags - 1u), 16);
	} else {
		/* Packets mix no copied and no borrowed pages. */
		if (d->nr_frags == pkt_max_frags(tp->sk.net) || (d->nr_frags && !d->user_pages) ||
		    d->linear)
			return false;
		d->user_pages = true;
		page_ref(tp, addr);
		pkt_add_frag(p, addr, n);
	}
	stream_charge(tp, n);
	stream_grew(tp, p, n);
	return true;
}

/* do_tcp_sendpages() for one page. */
static int64_t sendpage_locked(struct tcp_sock *tp, uint64_t addr, uint32_t len, uint32_t flags)
{
	uint32_t mss = tcp_current_mss(tp, true), done = 0, n;
	int err = stream_may_send(tp);
	bool fresh = false;
	KFN(do_tcp_sendpages);

	while (!err && done < len) {
		struct pkt *p = stream_tail(tp, 0, fresh);

		fresh = false;
		if (!p) {
			err = stream_wait(tp, flags, mss, done > 0);
			mss = tcp_current_mss(tp, true);
			continue;
		}
		kfn_units(1);
		n = min_u32(len - done, tp->xmit_size_goal - p->pl.len);
		if (!add_page_ref(tp, p, addr + done, n)) {
			stream_mark_push(tp, p);
			fresh = true;
			continue;
		}
		done += n;
		if (done < len)
			stream_push_full(tp, p, mss);
	}
	if (done && !(tp->tn->b.sendpage_notlast && (flags & KSEND_MORE)))
		tcp_push(tp, flags, mss, tp->nonagle);
	return done ? (int64_t)done : err;
}

static int64_t sendpage(struct tcp_sock *tp, uint64_t addr, uint32_t len, uint32_t flags)
{
	int64_t n;
	KFN(tcp_sendpage);

	sock_lock(&tp->sk);
	n = sendpage_locked(tp, addr, len, flags);
	sock_release(&tp->sk);
	return n;
}

/* Pages of one round into the pipe: lookup and a reference each. */
static uint32_t fill_pipe(struct tcp_sock *tp, uint64_t addr, uint32_t len)
{
	uint32_t most = tp->tn->b.splice_pages * PAGE, n, pages;
	KFN(generic_file_splice_read);

	n = min_u32(len, most - (uint32_t)(addr & (PAGE - 1)));
	pages = ((uint32_t)(addr & (PAGE - 1)) + n + PAGE - 1) / PAGE;
	{
		KFN(find_get_pages_contig);
		kfn_units(pages);
		for (uint32_t i = 0; i < pages; i++)
			page_ref(tp, addr + (uint64_t)i * PAGE);
	}
	return n;
}

/* The pipe's pages to the socket; each reference of the pipe is given back. */
static int64_t drain_pipe(struct tcp_sock *tp, uint64_t addr, uint32_t len, bool more)
{
	uint32_t done = 0;

	while (done < len) {
		uint64_t at = addr + done;
		uint32_t n = min_u32(len - done, PAGE - (uint32_t)(at & (PAGE - 1)));
		int64_t sent;
		KFN(pipe_to_sendpage);

		sent = sendpage(tp, at, n, done + n < len || more ? KSEND_MORE : 0);
		KFN_RUN(put_page);
		page_ref(tp, at);
		if (sent < 0)
			return done ? (int64_t)done : sent;
		done += (uint32_t)sent;
	}
	return done;
}

int64_t tcp_sendfile(struct tcp_sock *tp, struct ubuf buf)
{
	uint32_t done = 0;
	KFN(do_sendfile);

	if (!(tp->sk.caps & NETDEV_SG) || !(tp->sk.caps & NETDEV_CSUM))
		return tcp_sendmsg(tp, buf, 0);
	while (done < buf.len) {
		uint32_t n = fill_pipe(tp, buf.addr + done, buf.len - done);
		int64_t sent = drain_pipe(tp, buf.addr + done, n,
					  tp->tn->b.splice_more && done + n < buf.len);

		if (sent < 0)
			return done ? (int64_t)done : sent;
		done += (uint32_t)sent;
	}
	return done;
}
