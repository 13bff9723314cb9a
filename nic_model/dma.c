/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Called by: devices.  Calls: pcie.
 * Models: one event per operation, however many packets it takes on the bus.
 * Leaves out: a limit on operations in the engine (the bus's tags and credits
 * bound them), address translation (no IOMMU).
 * Source: see pcie_params.c.
 */
#include "nic_model/dma.h"

#include "nic_model/pcie.h"

uint32_t dma_bytes(const struct dma_seg *seg, unsigned int cnt)
{
	uint32_t bytes = 0;

	while (cnt--)
		bytes += seg[cnt].len;
	return bytes;
}

sim_time nic_dma_read_at(struct nic *n, const struct dma_seg *seg, unsigned int cnt, sim_time t,
			 sim_time *first)
{
	sim_time last = t, end;
	unsigned int i;

	for (i = 0; i < cnt; i++) {
		n->stats.dma_reads++;
		n->stats.dma_read_bytes += seg[i].len;
		end = pcie_read(n->pcie, seg[i].addr, seg[i].len, t, i ? NULL : first);
		last = sim_max(last, end);
	}
	return last;
}

sim_time nic_dma_write_at(struct nic *n, uint64_t addr, uint32_t len, sim_time t)
{
	n->stats.dma_writes++;
	n->stats.dma_write_bytes += len;
	return pcie_write(n->pcie, addr, len, t);
}

void nic_dma_read_v(struct nic *n, const struct dma_seg *seg, unsigned int cnt, sim_fn *done,
		    void *arg)
{
	sim_time t = nic_dma_read_at(n, seg, cnt, sim_now(), NULL);

	if (done)
		sim_call_at(t, SIM_PRIO_HW, done, arg);
}

void nic_dma_read(struct nic *n, uint64_t addr, uint32_t len, sim_fn *done, void *arg)
{
	struct dma_seg seg = {addr, len};

	nic_dma_read_v(n, &seg, 1, done, arg);
}

void nic_dma_write(struct nic *n, uint64_t addr, uint32_t len, sim_fn *done, void *arg)
{
	sim_time t = nic_dma_write_at(n, addr, len, sim_now());

	if (done)
		sim_call_at(t, SIM_PRIO_HW, done, arg);
}
