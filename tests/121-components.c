/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Machines, kernels and NICs by name, by file and by mapping, for all hosts and for one. */
#include "tests/tap.h"

#include "scenarios/scenario.h"
#include "sim/yaml.h"
#include "tests/tmpdir.h"

static char *resolve(const char *text, struct yaml_node **tree)
{
	char *err;

	tmpdir_file("s.yaml", text);
	err = scenario_load("s.yaml", tree);
	if (err)
		return err;
	err = scenario_resolve(*tree);
	if (err)
		yaml_free(*tree);
	return err;
}

static void expect(const char *text, const char *path, const char *value)
{
	struct yaml_node *tree, *n;
	char *got;

	assert_null(resolve(text, &tree));
	n = yaml_find(tree, path);
	if (!value) {
		assert_null(n);
	} else {
		assert_non_null(n);
		got = yaml_text(n) ? strdup(yaml_text(n)) : yaml_write(n);
		assert_string_equal(got, value);
		free(got);
	}
	yaml_free(tree);
}

static void expect_error(const char *text, const char *message)
{
	struct yaml_node *tree;
	char *err = resolve(text, &tree);

	assert_non_null(err);
	assert_string_equal(err, message);
	free(err);
}

static void names(void **state)
{
	(void)state;
	expect("kernel: k1\n", "hosts.host.kernel.hz", "1000Hz");
	expect("kernel: k1\n", "hosts.host.kernel.name", "k1");
	expect("kernel: k1\n", "kernel", NULL);
	expect("kernel: k1\n", "hosts.host.kernel.base", NULL);
	expect("kernel: k1\nhosts: {tx: , rx: {}}\n", "hosts.rx.kernel.hz", "1000Hz");
	expect("kernel: k1\nhosts: {tx: , rx: {kernel: k2}}\n", "hosts.tx.kernel.q.test", "on");
	expect("kernel: k1\nhosts: {tx: , rx: {kernel: k2}}\n", "hosts.rx.kernel.q.test", "off");
	/* k2 stands on k1 */
	expect("kernel: k2\n", "hosts.host.kernel.hz", "1000Hz");
	expect("kernel: k2\n", "hosts.host.kernel.name", "k2");
	/* no name inside: the file's */
	expect("nic: n1\n", "hosts.host.nic.name", "n1");
	expect("kernel: own/k.yaml\n", "hosts.host.kernel.hz", "7Hz");
	expect("kernel: k1.yaml\n", "hosts.host.kernel.hz", "1000Hz");
}

static void overrides(void **state)
{
	(void)state;
	expect("kernel: {base: k1, hz: 5Hz}\n", "hosts.host.kernel.hz", "5Hz");
	expect("kernel: {base: k1, hz: 5Hz}\n", "hosts.host.kernel.q.test", "on");
	/* for all, and more for one */
	expect("kernel: {base: k1, hz: 5Hz}\nhosts: {a: {kernel: {q: {test: no}}}}\n",
	       "hosts.a.kernel", "name: k1\nhz: 5Hz\nq:\n  test: no\n  len: 9\n");
	/* another name for one, what was set for all still holds */
	expect("kernel: {base: k1, hz: 5Hz}\nhosts: {a: {kernel: k2}}\n", "hosts.a.kernel",
	       "name: k2\nhz: 5Hz\nq:\n  test: off\n  len: 9\n");
	/* a full description replaced by a name */
	expect("kernel: {name: mine, z: 1}\nhosts: {a: {kernel: k2}}\n", "hosts.a.kernel.z", NULL);
}

static void includes_bring_components(void **state)
{
	(void)state;
	expect("include: kernels/k1.yaml\nkernel: {hz: 6Hz}\n", "hosts.host.kernel",
	       "name: k1\nhz: 6Hz\nq:\n  test: on\n  len: 9\n");
	expect("include: kernels/k1.yaml\nkernel: k2\n", "hosts.host.kernel.name", "k2");
	expect("include: base.yaml\nkernel: {hz: 6Hz}\n", "hosts.tx.kernel.hz", "6Hz");
	expect("include: base.yaml\nhosts: {tx: {kernel: k2}}\n", "hosts.tx.kernel.q.test", "off");
	expect("include: base.yaml\nhosts: {tx: {kernel: k2}}\n", "hosts.tx.tap", "on");
}

static void mistakes(void **state)
{
	(void)state;
	expect_error("kernel: kernel9\n", "s.yaml:1:9: no kernel 'kernel9' in data/kernels "
					  "(nicpath list kernels)");
	expect_error("machine: athlom64\n",
		     "s.yaml:1:10: no machine 'athlom64'; did you mean 'athlon64'?");
	expect_error("hosts:\n  a:\n    nic: {base: n2, x: 1}\n",
		     "s.yaml:3:17: no nic 'n2' in data/nics (nicpath list nics)");
	expect_error("kernel: l1\n", "data/kernels/l1.yaml:1:16: base: 'l2' is a loop, or more "
				     "than 16 deep");
	expect_error("kernel: [k1]\n", "s.yaml:1:9: kernel takes a name or a mapping");
	expect_error("kernel:\n", "s.yaml:1:1: kernel takes a name or a mapping");
	expect_error("kernel: {base: [k1]}\n", "s.yaml:1:16: base takes the name of a kernel");
	expect_error("hosts: [a]\n", "s.yaml:1:8: hosts must be a mapping (name: {...})");
	expect_error("hosts: {a: 5}\n", "s.yaml:1:12: host a must be a mapping");
	expect_error("kernel: wrong\n",
		     "data/kernels/wrong.yaml:1:1: no 'kernel:' mapping in this file");
}

static void files(void)
{
	tmpdir_file("data/kernels/k1.yaml",
		    "kernel: {name: k1, hz: 1000Hz, q: {test: on, len: 9}}\n");
	tmpdir_file("data/kernels/k2.yaml", "kernel: {base: k1, name: k2, q: {test: off}}\n");
	tmpdir_file("data/kernels/l1.yaml", "kernel: {base: l2}\n");
	tmpdir_file("data/kernels/l2.yaml", "kernel: {base: l1}\n");
	tmpdir_file("data/kernels/wrong.yaml", "kernl: {hz: 1}\n");
	tmpdir_file("data/machines/athlon64.yaml", "machine: {name: athlon64}\n");
	tmpdir_file("data/nics/n1.yaml", "nic: {tso: on}\n");
	tmpdir_file("own/k.yaml", "kernel: {hz: 7Hz}\n");
	tmpdir_file("base.yaml", "kernel: k1\nhosts: {tx: {tap: on}}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(overrides),
		cmocka_unit_test(includes_bring_components),
		cmocka_unit_test(mistakes),
	};
	int failed;

	tmpdir_enter();
	files();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	tmpdir_leave();
	return failed;
}
