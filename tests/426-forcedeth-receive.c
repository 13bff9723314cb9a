/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * forcedeth 2.6.26 receives: every frame that the far end sends is delivered to the
 * stack or dropped for a named reason, in interrupt context or by NAPI, and the
 * ring's buffers are all back at the end.
 */
#include "tests/nic_host.h"

#include "nic_model/forcedeth/driver.h"
#include "nic_model/forcedeth/driver_int.h"
#include "nic_model/forcedeth/forcedeth.h"

#define FRAMES 2000u

static struct nic_host h;
static uint32_t sent;

static void feed(struct nic *n)
{
	while (sent < FRAMES && !wire_busy(n->port) &&
	       wire_send(n->port, nic_host_frame(&h, L4_UDP, 18 + sent % 1400, sent)))
		sent++;
}

static void body(void *arg)
{
	const struct nic_stats *s = &h.nic->stats;
	struct nv *np = h.dev->priv;

	(void)arg;
	task_delay(SIM_MS(5));
	far_free = feed;
	feed(&far_nic);
	task_delay(SIM_MS(50));
	assert_int_equal(sent, FRAMES);
	assert_int_equal(s->rx_frames + s->rx_no_buffer + s->rx_fifo_drop + s->rx_bad, FRAMES);
	assert_int_equal(s->rx_frames, h.dev->rx_packets);
	assert_int_equal(s->rx_frames, FRAMES); /* 1 Gb/s is no load for it */
	assert_int_equal(pkt_ends(h.net, PKT_END_NO_SOCKET), FRAMES);
	assert_int_equal(h.dev->rx_errors, 0);
	assert_int_equal(stage_dma_mapped(np->dma), 127);
	assert_int_equal(stage_dma_bad(np->dma), 0);
	assert_int_equal(frames_live(), 0);
	if (np->p.napi)
		assert_true(np->napi.polls > 0);
	else
		assert_int_equal(np->napi.polls, 0);
	sim_stop();
}

static void run(const char *yaml)
{
	nic_host_up(&h, &forcedeth_nic_ops, &forcedeth_driver_core, yaml, 1000000000);
	task_new(h.k->host, "body", body, NULL, TASK_ANY_CPU, 0);
	assert_int_equal(sim_run(SIM_S(1)), SIM_END_STOPPED);
	exit(0); /* one simulation a process */
}

static void in_a_child(const char *yaml)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		run(yaml);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void interrupt(void **state)
{
	(void)state;
	in_a_child("irq: intx\npcie: {kind: onchip, mps: 64B}\n");
}

static void napi(void **state)
{
	(void)state;
	in_a_child("irq: msi\nnapi: on\npcie: {kind: onchip, mps: 64B}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(interrupt), cmocka_unit_test(napi)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
