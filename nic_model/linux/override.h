/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Images in which functions of the kernel are replaced by a user's. */
#ifndef NICPATH_NIC_MODEL_LINUX_OVERRIDE_H
#define NICPATH_NIC_MODEL_LINUX_OVERRIDE_H

/*
 * Builds (or finds) the image in which the global functions that `file` defines replace the
 * kernel's, or (replaces not NULL: "drivers/net/veth.c") the file that whole file of the kernel's;
 * needs the source tree in whose build folder the stock image lies. *variant: stem of its images
 * ("over-1234abcd"), caller frees. Error or NULL: the compiler's or linker's words are on stderr.
 */
char *override_image(const char *file, const char *replaces, char **variant);

#endif
