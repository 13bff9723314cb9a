/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register access from a CPU: writes are posted, arrive in order after the bus
 * latency and cost the CPU little; a read stalls for the round trip, comes after the
 * writes before it, and takes no interrupt inside.
 */
#include "tests/nic_fake.h"

#define WRITE_STALL 20000u
#define DOWN	    100000u
#define UP	    150000u
#define DEVICE	    40000u

static struct {
	uint32_t off, value;
	uint64_t ps;
} seen[64];
static uint32_t writes;
static uint64_t read_ps;
static bool interruptible;

static char *create(struct nic *n)
{
	(void)n;
	return NULL;
}

static uint32_t reg_read(struct nic *n, uint32_t off, unsigned int bytes)
{
	(void)n;
	assert_int_equal(bytes, 4);
	read_ps = sim_now().ps;
	interruptible = fake_irqs_on;
	return off + writes;
}

static void reg_write(struct nic *n, uint32_t off, uint32_t value, unsigned int bytes)
{
	(void)n;
	assert_int_equal(bytes, 4);
	seen[writes].off = off;
	seen[writes].value = value;
	seen[writes++].ps = sim_now().ps;
}

static const struct param none[] = {{.name = NULL}};
static const struct param_table no_params = {"t", "t", none, 1};
static const struct nic_ops ops = {
	.name = "t",
	.params = &no_params,
	.create = create,
	.reg_read = reg_read,
	.reg_write = reg_write,
	.eth_rx = peer_rx,
};

/* 8 Gb/s on chip: a register write of 4 + 8 bytes takes 12 ns, a read 8 there, 8 back. */
#define YAML                                                                                       \
	"pcie: {kind: onchip, rate: 8Gbps, mps: 64B, down_latency: 100ns, "                        \
	"up_latency: 150ns, mmio_write_stall: 20ns, mmio_read_device: 40ns}\n"

static struct nic *nic;

static void cpu_thread(void *arg)
{
	uint64_t start = cpu_now().ps;
	uint32_t value;

	(void)arg;
	nic_mmio_write(nic, 0x10, 1);
	nic_mmio_write(nic, 0x14, 2);
	nic_mmio_write64(nic, 0x18, 0x0000000400000003ull);
	assert_int_equal(cpu_now().ps, start + 3 * WRITE_STALL);
	assert_int_equal(sim_now().ps, start); /* nobody had to wait */
	assert_int_equal(writes, 0);
	value = nic_mmio_read(nic, 0x100);
	assert_int_equal(value, 0x100 + 4);
	/*
	 * The writes leave at 0, 20 and 40 ns (12, 12, 16 bytes); the read is asked for at
	 * 60 and its 8 bytes go at once.
	 */
	assert_int_equal(read_ps, start + 60000 + 8000 + DOWN + DEVICE);
	assert_int_equal(cpu_now().ps, read_ps + 8000 + UP);
	assert_false(interruptible);
	assert_true(fake_irqs_on);
	sim_stop();
}

static void order_and_time(void **state)
{
	(void)state;
	nic = fake_nic(&ops, YAML);
	sim_thread_new("cpu", cpu_thread, NULL, 0);
	sim_run(SIM_MS(1));
	assert_int_equal(writes, 4);
	assert_int_equal(seen[0].off, 0x10);
	assert_int_equal(seen[0].ps, 12000 + DOWN);
	assert_int_equal(seen[1].value, 2);
	assert_int_equal(seen[1].ps, 20000 + 12000 + DOWN);
	assert_int_equal(seen[2].off, 0x18);
	assert_int_equal(seen[2].value, 3);
	assert_int_equal(seen[3].off, 0x1c);
	assert_int_equal(seen[3].value, 4);
	assert_int_equal(seen[3].ps, 40000 + 16000 + DOWN);
	assert_int_equal(nic->stats.reg_writes, 3);
	assert_int_equal(nic->stats.reg_reads, 1);
}

static void many_thread(void *arg)
{
	uint32_t i;

	(void)arg;
	writes = 0;
	for (i = 0; i < 50; i++)
		nic_mmio_write(nic, 4 * i, i);
	sim_wait(SIM_US(10));
	sim_stop();
}

/* More in flight than the queue starts with. */
static void many(void **state)
{
	uint32_t i;

	(void)state;
	sim_thread_new("cpu", many_thread, NULL, 0);
	sim_run(SIM_MS(2));
	assert_int_equal(writes, 50);
	for (i = 0; i < 50; i++) {
		assert_int_equal(seen[i].value, i);
		if (i)
			assert_int_equal(seen[i].ps - seen[i - 1].ps, WRITE_STALL);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_and_time),
		cmocka_unit_test(many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
