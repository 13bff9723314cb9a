/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loading a kernel image: an ELF file with its relocations kept, mapped at the address of its host.
 *
 * Host n's image lies at 0x10000000 + n * 64 MiB and its RAM at 0x40000000000 + n * 64 GiB,
 * whatever the machine that runs the simulation does with its addresses; so cache indexes and
 * everything else that follows from addresses repeats.
 */
#ifndef NICPATH_NIC_MODEL_LINUX_IMAGE_H
#define NICPATH_NIC_MODEL_LINUX_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "nic_model/linux/kimage.h"

#define IMAGE_MAX_HOSTS 16

struct image {
	unsigned int host; /* 0..IMAGE_MAX_HOSTS - 1 */
	uint64_t base;	   /* address of the image */
	uint64_t delta;	   /* base minus the address at which it was linked */
	size_t bytes;
	struct kimage_head *head;
	/* Symbols, for messages and breakpoints; in no order. */
	struct image_symbol *symbol;
	size_t symbols;
	char *strings; /* owned */
};

struct image_symbol {
	uint64_t addr;
	uint64_t size;
	const char *name;
	int function; /* 1: code */
};

/* The image file beside the program or in the build folder; message when there is none. variant:
 * "plain", "hooked". */
char *image_find(const char *variant, char **path);

/* Hash of an image file's content, 16 hexadecimal digits, as the linker wrote it into the file. */
char *image_id(const char *path, char **id);

/* Maps the image for a host. Returns an error message (caller frees) or NULL. */
char *image_load(const char *path, unsigned int host, struct image *img);
void image_unload(struct image *img);

/* The function that contains addr, or NULL; *off: distance from its start. */
const char *image_function(const struct image *img, uint64_t addr, uint64_t *off);
/* Address of a symbol; 0 if there is none. */
uint64_t image_address(const struct image *img, const char *name);

#endif
