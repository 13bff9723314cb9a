/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A wrong parameter is told with file, line and column, and the nearest name. */
#include "tests/tap.h"

#include <stdbool.h>

#include "sim/param.h"
#include "sim/yaml.h"

struct nic {
	uint64_t l2, latency, rate;
	uint32_t ring;
	double share;
	bool tso;
	int mode;
	char *name;
};

static const char *const modes[] = {"throughput", "latency", NULL};

static const struct param params[] = {
	{"cache.l2.size", PARAM_SIZE, offsetof(struct nic, l2), "512KiB", "1KiB", "1GiB", NULL, "h",
	 "s"},
	{"latency", PARAM_TIME, offsetof(struct nic, latency), "1us", NULL, "1ms", NULL, "h", "s"},
	{"rate", PARAM_RATE, offsetof(struct nic, rate), "1Gbps", "1Mbps", NULL, NULL, "h", "s"},
	{"ring", PARAM_U32, offsetof(struct nic, ring), NULL, "1", "4096", NULL, "Descriptors.",
	 "s"},
	{"share", PARAM_DOUBLE, offsetof(struct nic, share), "0.5", "0", "1", NULL, "h", "s"},
	{"tso", PARAM_BOOL, offsetof(struct nic, tso), "on", NULL, NULL, NULL, "h", "s"},
	{"mode", PARAM_ENUM, offsetof(struct nic, mode), "latency", NULL, NULL, modes, "h", "s"},
	{"name", PARAM_STRING, offsetof(struct nic, name), "", NULL, NULL, NULL, "h", "s"},
	{0},
};
static const struct param_table table = {"nic", "h", params, sizeof(struct nic)};

static const struct {
	const char *text, *message;
} bad[] = {
	{"tso: on", "f:1:1: nic: 'ring' must be given: Descriptors."},
	{"rnig: 5", "f:1:1: unknown key 'rnig'; did you mean 'ring'?"},
	{"ring: 5\nlatencey: 1us", "f:2:1: unknown key 'latencey'; did you mean 'latency'?"},
	{"ring: 5\nspeed: 1us", "f:2:1: unknown key 'speed'"},
	{"ring: 5\ncache:\n  l2:\n    siez: 1KiB",
	 "f:4:5: unknown key 'siez'; did you mean 'size'?"},
	{"ring: 5\ncache.l2.size: 1KiB",
	 "f:2:1: unknown key 'cache.l2.size'; nest mappings instead of dots"},
	{"ring: 0", "f:1:7: ring: 0 is out of range 1..4096"},
	{"ring: 4097", "f:1:7: ring: 4097 is out of range 1..4096"},
	{"ring: 5KiB", "f:1:7: ring: '5KiB' is not a count: no unit belongs here"},
	{"ring: [1, 2]", "f:1:7: ring takes one value (count), not a list"},
	{"ring: {a: b}", "f:1:7: ring takes one value (count), not a mapping"},
	{"ring:\ntso: on", "f:1:1: ring has no value"},
	{"ring: ~", "f:1:7: ring has no value"},
	{"ring: 5\nlatency: 2ms", "f:2:10: latency: 2ms is above the maximum, 1ms"},
	{"ring: 5\nrate: 1kbps", "f:2:7: rate: 1kbps is below the minimum, 1Mbps"},
	{"ring: 5\nshare: 1.01", "f:2:8: share: 1.01 is out of range 0..1"},
	{"ring: 5\nshare: nan", "f:2:8: share: 'nan' is not a number (such as 0.75, 3e-4)"},
	{"ring: 5\nshare: 1e999", "f:2:8: share: '1e999' is too large"},
	{"ring: 5\ntso: maybe", "f:2:6: tso: 'maybe' is neither on nor off"},
	{"ring: 5\nmode: latncy", "f:2:7: mode: 'latncy' is not one of throughput, latency; did "
				  "you mean 'latency'?"},
	{"ring: 5\nmode: x", "f:2:7: mode: 'x' is not one of throughput, latency"},
	{"ring: 5\ncache: 7", "f:2:8: cache must be a mapping (cache.l2.size is below it)"},
	{"[a]", "f:1:1: nic must be a mapping"},
};

static void test(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct yaml_node *tree;
		struct nic n;
		char *err;

		assert_null(yaml_parse("f", bad[i].text, &tree));
		param_defaults(&table, &n);
		err = param_load(&table, tree, &n);
		if (!err)
			err = yaml_unused(tree);
		assert_non_null(err);
		assert_string_equal(err, bad[i].message);
		free(err);
		param_free(&table, &n);
		yaml_free(tree);
	}
}

static void what_is_not_given_has_its_default(void **state)
{
	struct yaml_node *tree;
	struct nic n;

	(void)state;
	assert_null(yaml_parse("f", "ring: 256\ncache: {l2: {size: 1MiB}}", &tree));
	param_defaults(&table, &n);
	assert_null(param_load(&table, tree, &n));
	assert_int_equal(n.ring, 256);
	assert_int_equal(n.l2, 1 << 20);
	assert_int_equal(n.latency, 1000000);
	assert_int_equal(n.rate, 1000000000);
	assert_true(n.tso && n.mode == 1 && n.share == 0.5);
	assert_string_equal(n.name, "");
	param_free(&table, &n);
	yaml_free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test),
		cmocka_unit_test(what_is_not_given_has_its_default),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
