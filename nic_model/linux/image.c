// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Loader of kernel images: PT_LOAD segments and the three absolute relocations of the kernel's
 * code model.
 *
 * Called by: machine.c.  Calls: ELF structures, mmap().
 * Models: one image a host at an address of its own.
 * Leaves out: every other kind of relocation (an error), modules.
 * Source: System V ABI, AMD64 supplement (relocation types).
 */
#include "nic_model/linux/image.h"

#include <elf.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/check.h"

#define HOST_STRIDE 0x04000000ull
#define LARGE_PAGE  0x200000ull

char *image_find(const char *variant, char **path)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	const char *env = getenv("NICPATH_IMAGES"), *dir;
	const char *const places[] = {"", "/linux", "/../linux", "/../lib/nicpath"};
	size_t i;

	if (n < 0)
		return err_fmt("cannot find this program: %s", strerror(errno));
	exe[n] = 0;
	dir = dirname(exe);
	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		*path = env ? xasprintf("%s/%s.img", env, variant)
			    : xasprintf("%s%s/%s.img", dir, places[i], variant);
		if (!access(*path, R_OK))
			return NULL;
		free(*path);
	}
	*path = NULL;
	return err_fmt("no kernel image (%s.img): install the packages linux-source-6.1 and "
		       "linux-headers-amd64 "
		       "(`make setup`), then run `make image`",
		       variant);
}

static char *map_file(const char *path, void **data, size_t *bytes)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return err_fmt("%s: %s", path, strerror(errno));
	if (fstat(fd, &st)) {
		close(fd);
		return err_fmt("%s: %s", path, strerror(errno));
	}
	*bytes = (size_t)st.st_size;
	/* A hint: low addresses are the images', and valgrind's choice. */
	*data = mmap((void *)0x30000000000, *bytes, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	return *data == MAP_FAILED ? err_fmt("%s: %s", path, strerror(errno)) : NULL;
}

static const Elf64_Shdr *find_section(const uint8_t *file, size_t bytes, unsigned int type)
{
	const Elf64_Ehdr *eh = (const void *)file;
	const Elf64_Shdr *sh = (const void *)(file + eh->e_shoff);

	if (bytes < sizeof(*eh) || memcmp(file, ELFMAG, SELFMAG) ||
	    bytes < eh->e_shoff + eh->e_shnum * sizeof(*sh))
		return NULL;
	for (int i = 0; i < eh->e_shnum; i++)
		if (sh[i].sh_type == type)
			return &sh[i];
	return NULL;
}

char *image_id(const char *path, char **id)
{
	const Elf64_Shdr *note;
	const uint8_t *build;
	void *file;
	size_t bytes;
	char *err = map_file(path, &file, &bytes);

	if (err)
		return err;
	/* The linker's one note: header, "GNU", hash. */
	note = find_section(file, bytes, SHT_NOTE);
	if (note && note->sh_offset + note->sh_size <= bytes && note->sh_size >= 32) {
		build = (const uint8_t *)file + note->sh_offset + sizeof(Elf64_Nhdr) + 4;
		*id = xasprintf("%016llx", (unsigned long long)be64toh(*(const uint64_t *)build));
	} else {
		err = err_fmt("%s: not a kernel image, or an old one; run `make image`", path);
	}
	munmap(file, bytes);
	return err;
}

/* In large pages if the machine gives them: hooked code and its tables are 28 MB. */
static char *map_range(uint64_t at, size_t bytes)
{
	void *p;

	bytes = (bytes + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
	p = mmap((void *)at, bytes, PROT_READ | PROT_WRITE | PROT_EXEC,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

	if (p != (void *)at)
		return err_fmt("no room at address %#lx for a kernel image: %s", at,
			       p == MAP_FAILED ? strerror(errno) : "taken");
	madvise(p, bytes, MADV_HUGEPAGE);
	return NULL;
}

/* Copies the segments. The range from the first segment's start to the last one's end is
 * img->bytes. */
static char *load_segments(const uint8_t *file, struct image *img)
{
	const Elf64_Ehdr *eh = (const void *)file;
	const Elf64_Phdr *ph = (const void *)(file + eh->e_phoff);
	uint64_t lo = UINT64_MAX, hi = 0;
	char *err;
	int i;

	for (i = 0; i < eh->e_phnum; i++) {
		if (ph[i].p_type != PT_LOAD)
			continue;
		lo = ph[i].p_vaddr < lo ? ph[i].p_vaddr : lo;
		hi = ph[i].p_vaddr + ph[i].p_memsz > hi ? ph[i].p_vaddr + ph[i].p_memsz : hi;
	}
	lo &= ~4095ull;
	img->base = lo + img->host * HOST_STRIDE;
	img->delta = img->base - lo;
	img->bytes = hi - lo;
	if (img->bytes > HOST_STRIDE)
		return err_fmt("kernel image of %zu bytes is larger than its place", img->bytes);
	err = map_range(img->base, img->bytes);
	if (err)
		return err;
	for (i = 0; i < eh->e_phnum; i++)
		if (ph[i].p_type == PT_LOAD)
			memcpy((void *)(ph[i].p_vaddr + img->delta), file + ph[i].p_offset,
			       ph[i].p_filesz);
	return NULL;
}

/* Relative ones, nine of ten, move with the image. */
static bool absolute(const Elf64_Rela *r)
{
	unsigned int type = ELF64_R_TYPE(r->r_info);

	return type == R_X86_64_64 || type == R_X86_64_32 || type == R_X86_64_32S;
}

static void apply(const Elf64_Rela *r, uint64_t delta)
{
	void *at = (void *)(r->r_offset + delta);

	if (ELF64_R_TYPE(r->r_info) == R_X86_64_64)
		*(uint64_t *)at += delta;
	else
		*(uint32_t *)at += (uint32_t)delta;
}

static int moves(const Elf64_Sym *sym)
{
	return sym->st_shndx != SHN_UNDEF && sym->st_shndx != SHN_ABS;
}

static void relocate(const uint8_t *file, const struct image *img)
{
	const Elf64_Ehdr *eh = (const void *)file;
	const Elf64_Shdr *sh = (const void *)(file + eh->e_shoff);
	uint64_t n, k;
	int i;

	for (i = 0; i < eh->e_shnum && img->delta; i++) {
		const Elf64_Rela *r = (const void *)(file + sh[i].sh_offset);
		const Elf64_Sym *sym;

		if (sh[i].sh_type != SHT_RELA || !(sh[sh[i].sh_info].sh_flags & SHF_ALLOC))
			continue;
		sym = (const void *)(file + sh[sh[i].sh_link].sh_offset);
		n = sh[i].sh_size / sizeof(*r);
		for (k = 0; k < n; k++)
			if (absolute(&r[k]) && moves(&sym[ELF64_R_SYM(r[k].r_info)]))
				apply(&r[k], img->delta);
	}
}

static void load_symbols(const uint8_t *file, struct image *img)
{
	const Elf64_Ehdr *eh = (const void *)file;
	const Elf64_Shdr *sh = (const void *)(file + eh->e_shoff);
	const Elf64_Sym *sym;
	uint64_t n, k;
	int i;

	for (i = 0; i < eh->e_shnum && sh[i].sh_type != SHT_SYMTAB; i++)
		;
	if (i == eh->e_shnum)
		return;
	sym = (const void *)(file + sh[i].sh_offset);
	n = sh[i].sh_size / sizeof(*sym);
	img->strings = xmalloc(sh[sh[i].sh_link].sh_size);
	memcpy(img->strings, file + sh[sh[i].sh_link].sh_offset, sh[sh[i].sh_link].sh_size);
	img->symbol = xcalloc(n, sizeof(*img->symbol));
	for (k = 0; k < n; k++) {
		int type = ELF64_ST_TYPE(sym[k].st_info);

		if (!moves(&sym[k]) || type == STT_SECTION || type == STT_FILE || !sym[k].st_name)
			continue;
		img->symbol[img->symbols++] = (struct image_symbol){
			.addr = sym[k].st_value + img->delta,
			.size = sym[k].st_size,
			.name = img->strings + sym[k].st_name,
			.function = type == STT_FUNC,
		};
	}
}

char *image_load(const char *path, unsigned int host, struct image *img)
{
	void *file = NULL;
	size_t bytes = 0;
	char *err;

	memset(img, 0, sizeof(*img));
	if (host >= IMAGE_MAX_HOSTS)
		return err_fmt("at most %d hosts can run real code", IMAGE_MAX_HOSTS);
	img->host = host;
	err = map_file(path, &file, &bytes);
	if (err)
		return err;
	if (bytes < sizeof(Elf64_Ehdr) || memcmp(file, ELFMAG, SELFMAG)) {
		err = err_fmt("%s: not a kernel image", path);
	} else {
		err = load_segments(file, img);
		if (!err) {
			relocate(file, img);
			load_symbols(file, img);
			img->head = (struct kimage_head *)img->base;
		}
	}
	munmap(file, bytes);
	if (!err && (img->head->magic != KIMAGE_MAGIC || img->head->version != KIMAGE_VERSION))
		err = err_fmt("%s: kernel image of another version; run `make image`", path);
	return err;
}

void image_unload(struct image *img)
{
	if (img->base)
		munmap((void *)img->base, (img->bytes + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1));
	free(img->symbol);
	free(img->strings);
	memset(img, 0, sizeof(*img));
}

/* Aliases have one address: the last by name, whatever the order of the file's table. */
static bool closer(const struct image_symbol *s, const struct image_symbol *best)
{
	return !best || s->addr > best->addr ||
	       (s->addr == best->addr && strcmp(s->name, best->name) > 0);
}

const char *image_function(const struct image *img, uint64_t addr, uint64_t *off)
{
	const struct image_symbol *best = NULL;

	for (size_t i = 0; i < img->symbols; i++) {
		const struct image_symbol *s = &img->symbol[i];

		if (s->function && addr - s->addr < (s->size ? s->size : 4096) && closer(s, best))
			best = s;
	}
	if (!best)
		return NULL;
	*off = addr - best->addr;
	return best->name;
}

uint64_t image_address(const struct image *img, const char *name)
{
	size_t i;

	for (i = 0; i < img->symbols; i++)
		if (!strcmp(img->symbol[i].name, name))
			return img->symbol[i].addr;
	return 0;
}
