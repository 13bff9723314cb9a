/* SPDX-License-Identifier: GPL-2.0-or-later */
/* NIC drivers. */
#ifndef NICPATH_MODELS_HOST_KFN_DRIVER_H
#define NICPATH_MODELS_HOST_KFN_DRIVER_H

#define KFN_LIST_DRIVER(F) \
	F(nv_start_xmit_optimized)

#endif
