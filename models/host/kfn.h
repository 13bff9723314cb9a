/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel functions that stages charge, by their kernel names: one X-macro
 * list, in the order of the packet's way.  A kernel profile must give a cost
 * for each (kernels/ *.yaml, key costs.NAME); one that is missing is an error
 * when the host is built.
 */
#ifndef NICPATH_MODELS_HOST_KFN_H
#define NICPATH_MODELS_HOST_KFN_H

#define KFN_LIST(F)                                                                                \
	KFN_LIST_HOST(F)                                                                           \
	KFN_LIST_MEM(F)                                                                            \
	KFN_LIST_SOCK(F)                                                                           \
	KFN_LIST_TCP(F)                                                                            \
	KFN_LIST_IP(F)                                                                             \
	KFN_LIST_CORE(F)                                                                           \
	KFN_LIST_DRIVER(F)                                                                         \
	KFN_LIST_APP(F)

#include "models/host/kfn_app.h"
#include "models/host/kfn_core.h"
#include "models/host/kfn_driver.h"
#include "models/host/kfn_host.h"
#include "models/host/kfn_mem.h"
#include "models/host/kfn_sock.h"
#include "models/host/kfn_tcp.h"

#define KFN_ENUM(name) FN_##name,
enum kfn { FN_none, KFN_LIST (KFN_ENUM) FN_COUNT };
#undef KFN_ENUM

/* Kernel name ("tcp_ack"). */
const char *kfn_name(enum kfn fn);

#endif
