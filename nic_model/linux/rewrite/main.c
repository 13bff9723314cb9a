/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * rewrite [-o HOOKED.s] [-p PLAIN.s] [-a] [-b] [-g] [-r] IN.s
 *
 * Reads compiler output for x86-64 (gcc -S, clang -S) and writes it with hooks, and, for -p,
 * unchanged with a table of its blocks' addresses. Exit status 1 and a message with the line when
 * anything in the code is not understood.
 */
#include "nic_model/linux/rewrite/asm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
	"usage: rewrite [-o HOOKED.s] [-p PLAIN.s] [-a] [-b] [-g] [-r] IN.s\n"
	"  -o  write the code with hooks here (default: standard output unless -p is given)\n"
	"  -p  write the code unchanged, with section hook_plain, here\n"
	"  -a  hand-written assembler: functions keep to no calling convention\n"
	"  -b  leave boot code (.init.text, .meminit.text, .exit.text) without hooks\n"
	"  -g  do not join neighbouring operands: one hook for each\n"
	"  -r  the code was compiled with interprocedural register allocation (no -fno-ipa-ra)\n";

static FILE *open_out(const struct file *f, const char *path)
{
	FILE *out = fopen(path, "w");

	if (!out)
		fail(f, 0, "%s: %s", path, strerror(errno));
	return out;
}

static void close_out(const struct file *f, FILE *out)
{
	if (ferror(out) || fclose(out))
		fail(f, 0, "output could not be written: %s", strerror(errno));
}

int main(int argc, char **argv)
{
	const char *hooked = NULL, *plain = NULL;
	struct file f = {.group = true};
	FILE *out;
	int c;

	while ((c = getopt(argc, argv, "o:p:abgr")) != -1) {
		switch (c) {
		case 'o':
			hooked = optarg;
			break;
		case 'p':
			plain = optarg;
			break;
		case 'a':
			f.hand_written = true;
			break;
		case 'b':
			f.leave_boot = true;
			break;
		case 'g':
			f.group = false;
			break;
		case 'r':
			f.ipa_ra = true;
			break;
		default:
			fputs(usage, stderr);
			return 2;
		}
	}
	if (optind + 1 != argc) {
		fputs(usage, stderr);
		return 2;
	}
	f.path = argv[optind];
	lex_file(&f);
	section_pass(&f);
	label_pass(&f);
	flow_pass(&f);
	if (plain) {
		out = open_out(&f, plain);
		plain_write(&f, out);
		close_out(&f, out);
	}
	if (!hooked && plain)
		return 0;
	live_pass(&f);
	hook_pass(&f);
	out = hooked ? open_out(&f, hooked) : stdout;
	table_write(&f, out);
	close_out(&f, out);
	return 0;
}
