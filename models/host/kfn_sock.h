/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Socket calls, copies, wake-ups. */
#ifndef NICPATH_MODELS_HOST_KFN_SOCK_H
#define NICPATH_MODELS_HOST_KFN_SOCK_H

#define KFN_LIST_SOCK(F) \
	F(sys_sendto) F(sys_sendfile64) F(sys_recvfrom) F(copy_user_generic_string)

#endif
