/* SPDX-License-Identifier: GPL-2.0-or-later */
/* User-space work of the workloads. */
#ifndef NICPATH_MODELS_HOST_KFN_APP_H
#define NICPATH_MODELS_HOST_KFN_APP_H

#define KFN_LIST_APP(F) \
	F(user)

#endif
