/* SPDX-License-Identifier: GPL-2.0-or-later */
/* qdisc, device layer, NAPI, GRO, packet taps. */
#ifndef NICPATH_MODELS_HOST_KFN_CORE_H
#define NICPATH_MODELS_HOST_KFN_CORE_H

#define KFN_LIST_CORE(F) \
	F(dev_queue_xmit) F(__qdisc_run)

#endif
