/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames of real kernels for receivers made of stages, which know data by stream and position. */
#ifndef NICPATH_NIC_MODEL_LINUX_PAYLOAD_H
#define NICPATH_NIC_MODEL_LINUX_PAYLOAD_H

#include "models/frame.h"

/*
 * f has been read from bytes: if it carries TCP data of a program that runs on a real kernel, every
 * byte of it is checked and f->pl names them. Wrong bytes end the simulation.
 */
void payload_name(struct frame *f);

#endif
