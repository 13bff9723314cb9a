/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that cannot be a scenario are told apart, and none is waited for. */
#include "tests/tap.h"

#include <sys/stat.h>

#include "sim/yaml.h"
#include "tests/tmpdir.h"

static void expect(const char *path, const char *message)
{
	struct yaml_node *tree;
	char *err = yaml_load(path, &tree);

	assert_non_null(err);
	assert_string_equal(err, message);
	free(err);
}

static void test(void **state)
{
	(void)state;
	tmpdir_enter();
	assert_int_equal(mkdir("folder", 0777), 0);
	assert_int_equal(mkfifo("pipe", 0666), 0);
	tmpdir_file("big", "");
	assert_int_equal(truncate("big", (4 << 20) + 1), 0);
	tmpdir_file("empty", "");
	expect("folder", "folder: is a directory, not a YAML file");
	expect("pipe", "pipe: is not a regular file");
	expect("/dev/zero", "/dev/zero: is not a regular file");
	expect("big", "big: is larger than 4 MiB");
	expect("none", "none: cannot open: No such file or directory");
	expect("folder/none", "folder/none: cannot open: No such file or directory");
	expect("empty/x", "empty/x: cannot open: Not a directory");
	expect("empty", "empty:1:1: the file is empty");
	assert_int_equal(truncate("big", 4 << 20), 0); /* zeros: read, and refused */
	expect("big", "big:1:1: byte 0x00: this is not a text file");
	if (geteuid() != 0) {
		assert_int_equal(chmod("empty", 0), 0);
		expect("empty", "empty: cannot open: Permission denied");
	}
	tmpdir_leave();
}

int main(void)
{
	return RUN_ONE(test);
}
