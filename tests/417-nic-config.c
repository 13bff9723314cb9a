/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A NIC's mapping: an unknown model, a bad number and impossible bus parameters are
 * messages with their place; the machine's bus is overridden by the NIC's.
 */
#include "tests/nic_fake.h"

#include "nic_model/forcedeth/forcedeth.h"
#include "nic_model/myri10ge/myri10ge.h"
#include "nic_model/simple/simple.h"

static const struct nic_ops *const models[] = {&forcedeth_nic_ops, &myri10ge_nic_ops,
					       &simple_nic_ops, NULL};

static char *make(const char *name, const char *nic, const char *machine, struct nic **out)
{
	struct yaml_node *n = NULL, *m = NULL;

	assert_null(yaml_parse("nic.yaml", nic, &n));
	assert_null(yaml_parse("machine.yaml", machine, &m));
	nic_models_set(models);
	return nic_new(name, NULL, n, m, out);
}

static void expect_error(const char *nic, const char *part)
{
	struct nic *n = NULL;
	char *err = make("tx.bad", nic, "{}\n", &n);

	assert_non_null(err);
	if (!strstr(err, part))
		fail_msg("\"%s\" lacks \"%s\"", err, part);
	free(err);
}

static void mistakes(void **state)
{
	(void)state;
	expect_error("{speed: 1Gbps}\n", "nic.yaml:1:");
	expect_error("{model: forcedet}\n", "did you mean \"forcedeth\"");
	expect_error("model: nothing_like_it\n", "nic.yaml:1:8");
	expect_error("model: simple\npcie:\n  gen: 9\n", "nic.yaml:3:");
	expect_error("model: simple\ndevice:\n  rx_fifo: 64parsec\n", "nic.yaml:3:");
	expect_error("model: simple\ndevice: 7\n", "must be a mapping");
	expect_error("model: simple\npcie: {lanes: 3}\n", "power of two");
	expect_error("model: myri10ge\ndevice: {rx_ring: 3KiB}\n", "powers of two");
}

static void overlay(void **state)
{
	struct nic *n = NULL;

	(void)state;
	assert_null(make("tx.eth1", "model: simple\npcie: {gen: 2}\n",
			 "pcie: {gen: 1, lanes: 4, rcb: 128B}\n", &n));
	assert_int_equal(pcie_params(n->pcie)->gen, 2);
	assert_int_equal(pcie_params(n->pcie)->lanes, 4);
	assert_int_equal(pcie_params(n->pcie)->rcb, 128);
	assert_int_equal(pcie_params(n->pcie)->mps, 256);
	nic_free(n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(mistakes), cmocka_unit_test(overlay)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
