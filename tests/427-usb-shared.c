/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A USB controller on the NIC's line is called on every interrupt of the line, and
 * each call waits for one register read.
 */
#include "tests/nic_host.h"

#include "models/mem/mem.h"
#include "nic_model/forcedeth/driver.h"
#include "nic_model/forcedeth/forcedeth.h"
#include "nic_model/usb_shared.h"

#define YAML "irq: intx\npcie: {kind: onchip, mps: 64B, shared_read: 500ns}\n"

static struct nic_host h;

static void body(void *arg)
{
	uint64_t irqs, calls, mmio;
	uint32_t i;

	(void)arg;
	task_delay(SIM_MS(5));
	host_window_open(h.k->host);
	irqs = irq_count(h.nic->irq[0]);
	for (i = 0; i < 20; i++) {
		assert_true(wire_send(far_nic.port, nic_host_frame(&h, L4_UDP, 100, i)));
		task_delay(SIM_US(100));
	}
	irqs = irq_count(h.nic->irq[0]) - irqs;
	calls = host_calls(h.k->host, FN_ehci_hcd);
	mmio = host_cycles(h.k->host, -1, FN_ehci_hcd, CAUSE_MMIO);
	assert_true(irqs >= 20);
	assert_int_equal(calls, irqs);
	/* In cycles of the machine's clock. */
	assert_int_equal(mmio, irqs * mem_cpu_hz(host_mem(h.k->host)) / 1000000 / 2);
	sim_stop();
}

static void each_interrupt(void **state)
{
	(void)state;
	nic_host_up(&h, &forcedeth_nic_ops, &forcedeth_driver_core, YAML, 1000000000);
	usb_shared_add(h.nic, h.nic->irq[0]);
	task_new(h.k->host, "body", body, NULL, TASK_ANY_CPU, 0);
	assert_int_equal(sim_run(SIM_S(1)), SIM_END_STOPPED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(each_interrupt)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
