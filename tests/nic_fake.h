/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Both sides of a NIC for its tests: a host that is an array of bytes with
 * memory that takes a fixed time, interrupt lines that count, a CPU that is a
 * thread; and a peer port that keeps what arrives.
 *
 * These replace models/host and models/mem at link time: a test that includes
 * this must not need the real ones.
 */
#ifndef NICPATH_TESTS_NIC_FAKE_H
#define NICPATH_TESTS_NIC_FAKE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/frame.h"
#include "models/host/cpu.h"
#include "models/host/host.h"
#include "models/host/irq.h"
#include "models/mem/mem.h"
#include "nic_model/nic.h"
#include "nic_model/pcie.h"
#include "nic_model/wire.h"
#include "sim/check.h"
#include "sim/sim.h"
#include "sim/yaml.h"

/* --- memory --- */

#define RAM_BASE  0x100000ull
#define RAM_BYTES (1u << 20)

static uint8_t ram[RAM_BYTES];
static uint64_t fake_mem_read_ps, fake_mem_write_ps;
static struct mem *const fake_mem = (struct mem *)ram; /* never looked into */

sim_time mem_dma_read(struct mem *m, uint64_t addr, uint32_t len, sim_time t)
{
	(void)m;
	(void)addr;
	(void)len;
	return SIM_PS(t.ps + fake_mem_read_ps);
}

sim_time mem_dma_write(struct mem *m, uint64_t addr, uint32_t len, sim_time t, int dca_cpu)
{
	(void)m;
	(void)addr;
	(void)len;
	(void)dca_cpu;
	return SIM_PS(t.ps + fake_mem_write_ps);
}

struct mem *host_mem(const struct host *h)
{
	(void)h;
	return fake_mem;
}

static inline uint8_t *ram_at(uint64_t addr, uint32_t len)
{
	assert_true(addr >= RAM_BASE && addr + len <= RAM_BASE + RAM_BYTES);
	return ram + (addr - RAM_BASE);
}

static inline void ram_read(void *arg, uint64_t addr, void *buf, uint32_t len)
{
	(void)arg;
	memcpy(buf, ram_at(addr, len), len);
}

static inline void ram_write(void *arg, uint64_t addr, const void *buf, uint32_t len)
{
	(void)arg;
	memcpy(ram_at(addr, len), buf, len);
}

static inline struct frame *ram_gather(void *arg, const struct dma_seg *seg, unsigned int n)
{
	static uint8_t buf[70000];
	uint32_t len = 0;
	struct frame *f;

	(void)arg;
	for (; n--; seg++) {
		if (seg->addr < RAM_BASE || seg->addr + seg->len > RAM_BASE + RAM_BYTES)
			return NULL;
		memcpy(buf + len, ram_at(seg->addr, seg->len), seg->len);
		len += seg->len;
	}
	f = frame_new();
	frame_read(f, buf, len);
	return f;
}

static inline void ram_scatter(void *arg, const struct frame *f, uint32_t off, uint64_t addr,
			       uint32_t len)
{
	static uint8_t buf[70000];

	(void)arg;
	frame_write(f, buf);
	memcpy(ram_at(addr, len), buf + off, len);
}

static const struct dma_space ram_space = {ram_read, ram_write, ram_gather, ram_scatter, NULL};

static inline uint32_t ram32(uint64_t addr)
{
	uint32_t v;

	memcpy(&v, ram_at(addr, 4), 4);
	return v;
}

static inline void ram32_set(uint64_t addr, uint32_t v)
{
	memcpy(ram_at(addr, 4), &v, 4);
}

/* --- interrupt lines --- */

struct irq_line {
	uint64_t raised;
	bool up, edge;
	sim_time last;
};

struct irq_line *irq_line_new(struct host *h, const char *name, unsigned int cpu, bool edge)
{
	struct irq_line *l = xcalloc(1, sizeof(*l));

	(void)h;
	(void)name;
	(void)cpu;
	l->edge = edge;
	return l;
}

void irq_raise(struct irq_line *l)
{
	l->raised++;
	l->up = true;
	l->last = sim_now();
}

void irq_lower(struct irq_line *l)
{
	l->up = false;
}

/* --- CPU: the running thread, with a clock that runs ahead --- */

static sim_time fake_cpu_clock;
static bool fake_irqs_on = true;

sim_time cpu_now(void)
{
	return sim_max(fake_cpu_clock, sim_now());
}

void cpu_stall(sim_time dt, enum cpu_cause cause)
{
	(void)cause;
	fake_cpu_clock = sim_add(cpu_now(), dt);
}

void cpu_sync(void)
{
	sim_wait_until(fake_cpu_clock);
}

bool irqs_off(void)
{
	bool on = fake_irqs_on;

	fake_irqs_on = false;
	return on;
}

void irqs_restore(bool were_on)
{
	fake_irqs_on = were_on;
}

/* --- peer port --- */

#define PEER_MAX 4096

static struct frame *peer_frame[PEER_MAX];
static sim_time peer_time[PEER_MAX];
static uint32_t peer_frames;
static bool peer_keeps = true;

static inline void peer_rx(struct nic *n, struct frame *f)
{
	(void)n;
	assert_true(!peer_keeps || peer_frames < PEER_MAX);
	if (peer_keeps) {
		peer_time[peer_frames] = sim_now();
		peer_frame[peer_frames] = f;
	} else {
		frame_free(f);
	}
	peer_frames++;
}

static void (*peer_free_hook)(struct nic *n);

static inline void peer_free(struct nic *n)
{
	if (peer_free_hook)
		peer_free_hook(n);
}

static const struct nic_ops peer_ops = {
	.name = "peer",
	.eth_rx = peer_rx,
	.eth_tx_done = peer_free,
};
static struct nic peer = {.ops = &peer_ops, .name = "peer"};

/* A wire with the peer at end 1. */
static inline struct wire *fake_wire(uint64_t rate_bps, uint64_t delay_ps)
{
	struct wire_params p = {.rate_bps = rate_bps, .delay_ps = delay_ps};
	struct wire *w = NULL;

	assert_null(wire_new("w", &p, 1, &w));
	wire_attach(w, 1, &peer);
	return w;
}

/* A TCP frame of `payload` bytes with timestamps (66 bytes of headers). */
static inline struct frame *fake_frame(uint32_t payload, uint32_t seq)
{
	struct frame *f = frame_new();

	f->h.ethertype = 0x0800;
	memset(f->h.eth_dst, 2, 6);
	f->h.eth_src[5] = 1;
	f->h.saddr = 0x0a000001;
	f->h.daddr = 0x0a000002;
	f->h.ttl = 64;
	f->h.l4 = L4_TCP;
	f->h.sport = 1000;
	f->h.dport = 2000;
	f->h.seq = seq;
	f->h.flags = TCPF_ACK;
	f->h.window = 1000;
	f->h.ts = true;
	f->pl = (struct payload){7, payload, seq};
	f->len = hdrs_len(&f->h) + payload;
	if (f->len < 60)
		f->len = 60;
	return f;
}

/* A frame of `len` bytes in all, headers included, len >= 66. */
static inline struct frame *fake_frame_len(uint32_t len, uint32_t seq)
{
	return fake_frame(len - 66, seq);
}

static inline struct nic *fake_nic(const struct nic_ops *ops, const char *yaml)
{
	struct yaml_node *y = NULL;
	struct nic *n = NULL;
	char *err = yaml_parse("nic", yaml, &y);

	assert_null(err);
	err = nic_new_model(ops, "tx.eth0", NULL, y, NULL, &n);
	if (err)
		fprintf(stderr, "%s\n", err);
	assert_null(err);
	n->space = &ram_space;
	return n;
}

/* Register access without a CPU, at the time of the simulation. */
static inline uint32_t rd(struct nic *n, uint32_t off)
{
	return n->ops->reg_read(n, off, 4);
}

static inline void wr(struct nic *n, uint32_t off, uint32_t v)
{
	n->ops->reg_write(n, off, v, 4);
}

static inline void nothing(void *arg)
{
	(void)arg;
}

/* Time passes even when nothing is pending. */
static inline void run_ps(uint64_t ps)
{
	sim_time t = SIM_PS(sim_now().ps + ps);

	sim_call_at(t, SIM_PRIO_MONITOR, nothing, NULL);
	sim_run(t);
}

static inline void run_us(uint64_t us)
{
	run_ps(us * 1000000);
}

#endif
