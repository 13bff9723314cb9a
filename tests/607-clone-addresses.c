/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A clone of a transmit packet takes the companion sk_buff of its pair, 256
 * bytes on; a second one while that is out comes from the other slab cache; the
 * data goes with the last of them, and all are back at the end.
 */
#include "tests/tcp_host.h"

static struct kernel *k;

static void drive(void *arg)
{
	struct net *n = net_of(k->host);
	struct pkt *p, *c, *d;
	uint64_t data, old;

	(void)arg;
	syscall_enter();
	p = pkt_alloc(n, 256, true);
	p->data->data_off = 192;
	c = pkt_clone(p);
	assert_int_equal(c->addr, p->addr + 256);
	d = pkt_clone(p);
	assert_int_not_equal(d->addr, p->addr + 256);
	assert_int_equal(p->data->refs, 3);
	assert_true(pkt_cloned(p));
	pkt_free(c, PKT_END_SENT);
	c = pkt_clone(p);
	assert_int_equal(c->addr, p->addr + 256);
	data = p->data->head_addr;
	pkt_unshare(c);
	assert_int_not_equal(c->data->head_addr, data);
	assert_int_equal(p->data->refs, 2);
	old = p->addr;
	pkt_free(p, PKT_END_ACKED); /* its memory stays while the companion lives */
	p = pkt_alloc(n, 256, true);
	assert_int_not_equal(p->addr, old);
	pkt_free(p, PKT_END_ACKED);
	pkt_free(c, PKT_END_TX_DROP); /* a clone's loss counts, its success does not */
	pkt_free(d, PKT_END_SENT);
	assert_int_equal(pkt_live(n), 0);
	assert_int_equal(pkt_ends(n, PKT_END_SENT), 0);
	assert_int_equal(pkt_ends(n, PKT_END_TX_DROP), 1);
	assert_int_equal(pkt_ends(n, PKT_END_ACKED), 2);
	assert_null(k->ops->check(k));
	syscall_exit();
}

static void test(void **state)
{
	(void)state;
	k = fake_kernel("h", "");
	task_new(k->host, "drive", drive, NULL, 1, 0);
	sim_run(SIM_MS(10));
	assert_int_equal(pkt_made(net_of(k->host)), 5);
}

int main(void)
{
	return RUN_ONE(test);
}
