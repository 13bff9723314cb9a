/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * callgrind_sum IMAGE CALLGRIND.OUT: instructions by function of a kernel image, from callgrind's
 * counts by address
 * (--dump-instr=yes; callgrind does not know the image's symbols, since the simulation loads it
 * itself). A repeated string instruction counts once each time: as often as the instruction before
 * it. Prints "function instructions"; names of one address are joined by '='.
 */
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sym {
	uint64_t addr, size;
	const char *name;
	uint64_t insns;
};

static char *file;
static const Elf64_Ehdr *eh;
static struct sym *syms;
static long nr_syms;
static uint64_t lo = UINT64_MAX, hi;
static uint64_t *cost; /* by address - lo */

static void die(const char *what)
{
	fprintf(stderr, "callgrind_sum: %s\n", what);
	exit(1);
}

static void read_image(const char *path)
{
	FILE *f = fopen(path, "r");
	long n;

	if (!f || fseek(f, 0, SEEK_END) || (n = ftell(f)) < (long)sizeof(*eh))
		die("cannot read the image");
	file = malloc(n);
	rewind(f);
	if (!file || fread(file, 1, n, f) != (size_t)n)
		die("cannot read the image");
	fclose(f);
	eh = (const void *)file;
}

static int by_addr(const void *a, const void *b)
{
	const struct sym *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void load_symbols(void)
{
	const Elf64_Shdr *sh = (const void *)(file + eh->e_shoff);
	int i = 0;

	while (i < eh->e_shnum && sh[i].sh_type != SHT_SYMTAB)
		i++;
	if (i == eh->e_shnum)
		die("the image has no symbols");
	syms = calloc(sh[i].sh_size / sizeof(Elf64_Sym), sizeof(*syms));
	for (const Elf64_Sym *s = (const void *)(file + sh[i].sh_offset);
	     (const char *)s < file + sh[i].sh_offset + sh[i].sh_size; s++) {
		if (ELF64_ST_TYPE(s->st_info) != STT_FUNC &&
		    ELF64_ST_TYPE(s->st_info) != STT_NOTYPE)
			continue;
		if (s->st_shndx >= eh->e_shnum || !(sh[s->st_shndx].sh_flags & SHF_EXECINSTR) ||
		    !s->st_name)
			continue;
		syms[nr_syms++] = (struct sym){s->st_value, s->st_size,
					       file + sh[sh[i].sh_link].sh_offset + s->st_name, 0};
	}
	qsort(syms, nr_syms, sizeof(*syms), by_addr);
	for (long k = 0; k < nr_syms; k++) {
		lo = syms[k].addr < lo ? syms[k].addr : lo;
		hi = syms[k].addr + 65536 > hi ? syms[k].addr + 65536 : hi;
	}
	cost = calloc(hi - lo, sizeof(*cost));
}

static const unsigned char *code(uint64_t addr)
{
	const Elf64_Phdr *ph = (const void *)(file + eh->e_phoff);

	for (int i = 0; i < eh->e_phnum; i++)
		if (ph[i].p_type == PT_LOAD && addr - ph[i].p_vaddr < ph[i].p_filesz)
			return (const unsigned char *)file + ph[i].p_offset +
			       (addr - ph[i].p_vaddr);
	return NULL;
}

/* "0xADDR line cost", "+N line cost", "-N ...", "* ...": costs of calls, the line after "calls=",
 * are not the function's own. */
static void read_counts(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[4096], pos[64], at[64];
	uint64_t addr = 0, n;
	int skip = 0;

	if (!f)
		die("cannot read callgrind's output");
	while (fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "calls=", 6)) {
			skip = 1;
			continue;
		}
		if (!strchr("0+-*", line[0]) || sscanf(line, "%63s %63s %lu", at, pos, &n) != 3)
			continue;
		if (at[0] == '0')
			addr = strtoull(at, NULL, 16);
		else if (at[0] != '*')
			addr += strtoll(at, NULL, 10);
		if (!skip && addr >= lo && addr < hi)
			cost[addr - lo] += n;
		skip = 0;
	}
	fclose(f);
}

static int is_string_op(const unsigned char *p)
{
	if (!p || (p[0] != 0xf3 && p[0] != 0xf2))
		return 0;
	p += p[1] == 0x48 ? 2 : 1;
	return (*p >= 0xa4 && *p <= 0xa7) || (*p >= 0xaa && *p <= 0xaf);
}

static struct sym *sym_at(uint64_t addr)
{
	long a = 0, b = nr_syms;

	while (a < b) {
		long mid = (a + b) / 2;

		if (syms[mid].addr <= addr)
			a = mid + 1;
		else
			b = mid;
	}
	while (a > 0 && a < nr_syms && syms[a - 1].addr == syms[a > 1 ? a - 2 : 0].addr && a > 1)
		a--;
	return a ? &syms[a - 1] : NULL;
}

int main(int argc, char **argv)
{
	uint64_t before = 0;

	if (argc != 3)
		die("usage: callgrind_sum IMAGE CALLGRIND.OUT");
	read_image(argv[1]);
	load_symbols();
	read_counts(argv[2]);
	for (uint64_t a = lo; a < hi; a++) {
		struct sym *s;

		if (!cost[a - lo])
			continue;
		if (is_string_op(code(a)))
			cost[a - lo] = before;
		before = cost[a - lo];
		s = sym_at(a);
		if (s)
			s->insns += cost[a - lo];
	}
	for (long i = 0; i < nr_syms; i++) {
		if (!syms[i].insns)
			continue;
		printf("%s", syms[i].name);
		for (long k = i + 1; k < nr_syms && syms[k].addr == syms[i].addr; k++)
			printf("=%s", syms[k].name);
		printf(" %lu\n", syms[i].insns);
	}
	return 0;
}
