/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bus's parameters, and what follows from them by arithmetic alone: usable
 * rate and bytes on the link of each kind of operation.
 *
 * Called by: pcie.c; the parameter tables.  Calls: nothing.
 * Models: overhead of packets, acknowledgements and flow control; payload and request sizes.
 * Leaves out: replays, power states.
 * Source: PCI Express Base Specification (ACK latency limits, FC update
 * guidance: formulas of section 3.5.2.1 and 2.6.1.2) and Neugebauer et al.,
 * "Understanding PCIe performance for end host networking", SIGCOMM 2018, whose
 * published model this reproduces (tests/403).
 */
#include "nic_model/pcie.h"

#include <stddef.h>

static const char *const kinds[] = {"pcie", "onchip", NULL};

#define P(field, type_, def_, min_, max_, help_, source_)                                          \
	{                                                                                          \
		.name = #field, .type = (type_), .offset = offsetof(struct pcie_params, field),    \
		.def = (def_), .min = (min_), .max = (max_), .help = (help_), .source = (source_)  \
	}
#define N(name_, field, type_, def_, min_, max_, help_, source_)                                   \
	{                                                                                          \
		.name = (name_), .type = (type_), .offset = offsetof(struct pcie_params, field),   \
		.def = (def_), .min = (min_), .max = (max_), .help = (help_), .source = (source_)  \
	}

static const struct param params[] = {
	{.name = "kind",
	 .type = PARAM_ENUM,
	 .offset = offsetof(struct pcie_params, kind),
	 .def = "pcie",
	 .choices = kinds,
	 .help = "pcie: a slot; onchip: a device of the chipset",
	 .source = "assumed: most NICs"},
	P(gen, PARAM_U32, "3", "1", "5", "link generation (2.5, 5, 8, 16, 32 GT/s)",
	  "published: pcie-bench, SIGCOMM 2018"),
	P(lanes, PARAM_U32, "8", "1", "32", "link width", "published: pcie-bench, SIGCOMM 2018"),
	N("rate", rate_bps, PARAM_RATE, "32Gbps", "100Mbps", "1000Gbps",
	  "onchip: rate of each direction",
	  "published: HyperTransport 16 bit at 2 GT/s (AMD Athlon 64 X2 data sheet 33425)"),
	P(mps, PARAM_SIZE, "256B", "64B", "4KiB", "maximum payload of a packet",
	  "published: pcie-bench, SIGCOMM 2018"),
	P(mrrs, PARAM_SIZE, "512B", "64B", "4KiB", "maximum read request",
	  "published: pcie-bench, SIGCOMM 2018"),
	P(rcb, PARAM_SIZE, "64B", "64B", "512B", "read completion boundary",
	  "published: pcie-bench, SIGCOMM 2018"),
	P(rcb_chunks, PARAM_BOOL, "off", NULL, NULL,
	  "completions come in pieces of the read completion boundary (older chipsets)",
	  "published: pcie-bench model"),
	P(addr64, PARAM_BOOL, "on", NULL, NULL, "headers with 64-bit addresses",
	  "published: pcie-bench model"),
	P(tags, PARAM_U32, "32", "1", "1024", "read requests in flight",
	  "published: PCI Express base specification (5-bit tags without extended tag field)"),
	P(posted_credits, PARAM_U32, "64", "1", "1024", "posted packets the host takes at once",
	  "assumed"),
	N("up_latency", up_ps, PARAM_TIME, "170ns", "0ns", "10us",
	  "device to memory controller, one way",
	  "derived: pcie-bench 8 B read 467 ns less memory, halved"),
	N("down_latency", down_ps, PARAM_TIME, "170ns", "0ns", "10us", "host to device, one way",
	  "derived: as up_latency"),
	N("device_latency", device_ps, PARAM_TIME, "90ns", "0ns", "10us",
	  "the device's DMA engine, once a read",
	  "derived: pcie-bench 64 B read 560 ns less 8 B command read 467 ns"),
	N("device_rate", device_bps, PARAM_RATE, "0bps", NULL, NULL,
	  "device stores read data at this rate before it uses them; 0: no such copy", "assumed"),
	N("mmio_write_stall", mmio_write_ps, PARAM_TIME, "60ns", "0ns", "10us",
	  "CPU time until a posted register write has left it", "assumed"),
	N("mmio_wc_stall", mmio_wc_ps, PARAM_TIME, "60ns", "0ns", "10us",
	  "CPU time to fill and flush one write-combining buffer", "assumed"),
	N("mmio_read_device", mmio_extra_ps, PARAM_TIME, "60ns", "0ns", "10us",
	  "time of a register read inside the device",
	  "derived: 424 ns for a whole read of a PCIe NIC (andre-richter/pcie-lat issue 9)"),
	N("shared_read", shared_read_ps, PARAM_TIME, "700ns", "0ns", "10us",
	  "register read of a USB controller that shares the interrupt line",
	  "published: 1700 cycles at 2.4 GHz for a PCI-X register (github.com/herjulf/mmio_test)"),
	{.name = NULL},
};

const struct param_table pcie_param_table = {
	.name = "pcie",
	.help = "Bus between a NIC and its host.",
	.params = params,
	.struct_size = sizeof(struct pcie_params),
};

/* Ten times the AckFactor of the specification's formula. */
static uint32_t ack_factor10(uint32_t lanes, uint64_t mps)
{
	if (mps <= 256)
		return lanes <= 4 ? 14 : lanes == 8 ? 25 : 30;
	return lanes <= 8 ? 10 : 20;
}

/* Symbol times after which an ACK, and an FC update, are due. */
static uint32_t ack_limit(uint32_t gen, uint32_t lanes, uint64_t mps)
{
	static const uint32_t internal[] = {0, 19, 70, 115};

	return (uint32_t)((mps + 28) * ack_factor10(lanes, mps) / (10ull * lanes)) +
	       internal[gen < 3 ? gen : 3];
}

static double raw_bps(uint32_t gen, uint32_t lanes)
{
	static const double giga[] = {0, 2.5, 5, 8, 16, 32};
	double coding = gen <= 2 ? 8.0 / 10 : 128.0 / 130;

	return giga[gen] * 1e9 * coding * lanes;
}

uint64_t pcie_rate_bps(const struct pcie_params *p)
{
	double limit, share;

	if (p->kind == BUS_ONCHIP)
		return p->rate_bps;
	limit = ack_limit(p->gen, p->lanes, p->mps < 128 ? 128 : p->mps);
	/* A DLLP of 8 bytes each, and a SKIP ordered set of 4 in 1538. */
	share = 1 - 8 / limit - 8 / limit - 4.0 / 1538;
	return (uint64_t)(raw_bps(p->gen, p->lanes) * share + 0.5);
}

/* Framing, sequence, LCRC: 8; generic header 4; then address and ids. */
static uint32_t request_header(const struct pcie_params *p)
{
	if (p->kind == BUS_ONCHIP)
		return 8; /* HyperTransport request packet */
	return p->addr64 ? 24 : 20;
}

static uint32_t completion_header(const struct pcie_params *p)
{
	return p->kind == BUS_ONCHIP ? 4 : 20;
}

static uint32_t pieces(uint32_t len, uint64_t most)
{
	return (uint32_t)((len + most - 1) / most);
}

struct pcie_cost pcie_cost_dma_read(const struct pcie_params *p, uint32_t len)
{
	uint32_t answers = pieces(len, p->rcb_chunks ? p->rcb : p->mps);
	/* HyperTransport requests name at most one line. */
	uint32_t asks = pieces(len, p->kind == BUS_ONCHIP ? p->mps : p->mrrs);

	return (struct pcie_cost){.up = asks * request_header(p),
				  .down = len + answers * completion_header(p)};
}

struct pcie_cost pcie_cost_dma_write(const struct pcie_params *p, uint32_t len)
{
	return (struct pcie_cost){.up = len + pieces(len, p->mps) * request_header(p)};
}

struct pcie_cost pcie_cost_mmio_read(const struct pcie_params *p, uint32_t len)
{
	return (struct pcie_cost){.up = len + completion_header(p), .down = request_header(p)};
}

struct pcie_cost pcie_cost_mmio_write(const struct pcie_params *p, uint32_t len)
{
	return (struct pcie_cost){.down = len + request_header(p)};
}
