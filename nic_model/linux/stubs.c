// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Called by: `nicpath list stubs`.  Calls: the image's list.
 * Models: nothing.
 * Leaves out: what is compiled in but never reached.
 * Source: the image's table of stubs, which stubs.awk writes at its link.
 */
#include "nic_model/linux/stubs.h"

#include <stdlib.h>

#include "nic_model/linux/image.h"

char *stubs_print(FILE *out)
{
	const char *const *stub;
	struct image img;
	char *path, *err = image_find("plain", &path);

	if (err)
		return err;
	err = image_load(path, IMAGE_MAX_HOSTS - 1, &img);
	free(path);
	if (err)
		return err;
	for (stub = img.head->stubs; stub < img.head->stubs_end; stub++)
		fprintf(out, "%s\n", *stub);
	image_unload(&img);
	return NULL;
}
