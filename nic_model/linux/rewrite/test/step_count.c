/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * step_count PLAIN HOOKED: counts the instructions of each function of PLAIN by single-stepping it
 * (an independent count: the processor's own), runs HOOKED, which prints its counts by
 * test/count_main.c, and compares: all must be equal. A repeated string instruction counts once.
 * Function bounds come from PLAIN's symbol table through nm.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

struct fn {
	char name[128];
	unsigned long from, to, steps;
};

static struct fn fns[4096];
static int nr_fns;

static void symbols(const char *program)
{
	char cmd[512], line[512], type;
	FILE *in;

	snprintf(cmd, sizeof(cmd), "nm -S --defined-only %s", program);
	in = popen(cmd, "r");
	while (in && fgets(line, sizeof(line), in) && nr_fns < 4096) {
		struct fn *f = &fns[nr_fns];
		unsigned long size;

		if (sscanf(line, "%lx %lx %c %127s", &f->from, &size, &type, f->name) != 4 ||
		    !strchr("tT", type))
			continue;
		f->to = f->from + size;
		nr_fns++;
	}
	if (in)
		pclose(in);
}

static struct fn *at(unsigned long ip)
{
	static struct fn *last;

	if (last && ip >= last->from && ip < last->to)
		return last;
	for (int i = 0; i < nr_fns; i++)
		if (ip >= fns[i].from && ip < fns[i].to)
			return last = &fns[i];
	return NULL;
}

static unsigned long symbol(const char *name)
{
	for (int i = 0; i < nr_fns; i++)
		if (!strcmp(fns[i].name, name))
			return fns[i].from;
	fprintf(stderr, "no symbol %s\n", name);
	exit(1);
}

/* Runs to the entry of main(), so that the loader is not stepped through. */
static void go_to(pid_t pid, unsigned long addr)
{
	long word = ptrace(PTRACE_PEEKTEXT, pid, addr, NULL);
	struct user_regs_struct r;
	int status;

	ptrace(PTRACE_POKETEXT, pid, addr, (void *)((word & ~0xfful) | 0xcc));
	ptrace(PTRACE_CONT, pid, NULL, NULL);
	waitpid(pid, &status, 0);
	ptrace(PTRACE_POKETEXT, pid, addr, (void *)word);
	ptrace(PTRACE_GETREGS, pid, NULL, &r);
	r.rip = addr;
	ptrace(PTRACE_SETREGS, pid, NULL, &r);
}

static void step(const char *program)
{
	pid_t pid = fork();
	unsigned long ip, before = 0;
	int status;

	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		if (!freopen("/dev/null", "w", stdout))
			_exit(1);
		execl(program, program, (char *)NULL);
		_exit(1);
	}
	waitpid(pid, &status, 0);
	go_to(pid, symbol("main"));
	while (WIFSTOPPED(status)) {
		struct fn *f;

		errno = 0;
		ip = ptrace(PTRACE_PEEKUSER, pid, offsetof(struct user_regs_struct, rip), NULL);
		f = at(ip);
		if (f && ip != before)
			f->steps++;
		before = ip;
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) || waitpid(pid, &status, 0) < 0)
			break;
	}
}

static int compare(const char *program)
{
	char line[512], name[128], path[] = "/tmp/step_count.XXXXXX", cmd[600];
	unsigned long insns;
	int bad = 0, n = 0, fd = mkstemp(path);
	FILE *in;

	if (fd < 0)
		return 1;
	close(fd);
	snprintf(cmd, sizeof(cmd), "HOOK_COUNTS=%s %s >/dev/null", path, program);
	bad |= !!system(cmd);
	in = fopen(path, "r");
	unlink(path);
	while (in && fgets(line, sizeof(line), in)) {
		unsigned long steps = 0;

		if (sscanf(line, "COUNT %127s %lu", name, &insns) != 2)
			continue;
		for (int i = 0; i < nr_fns; i++)
			if (!strcmp(fns[i].name, name))
				steps += fns[i].steps;
		if (steps != insns) {
			printf("%s: stepped %lu, hooks counted %lu\n", name, steps, insns);
			bad = 1;
		}
		n++;
	}
	printf("%d functions compared\n", n);
	return bad || !n;
}

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	symbols(argv[1]);
	step(argv[1]);
	return compare(argv[2]);
}
