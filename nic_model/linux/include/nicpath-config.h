/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs from the distribution's configuration, after linux/kconfig.h in every file.
 * Nothing here may change a structure that the layout test compares (tests/9xx, docs/real-code.md).
 */

/* The boot-time and build-time patching machinery: objtool's output, paravirtual calls. */
#undef CONFIG_HAVE_JUMP_LABEL_HACK
#undef CONFIG_HAVE_STATIC_CALL_INLINE
#undef CONFIG_OBJTOOL
#undef CONFIG_PARAVIRT
#undef CONFIG_PARAVIRT_XXL
#undef CONFIG_PARAVIRT_SPINLOCKS
#undef CONFIG_PARAVIRT_CLOCK
#undef CONFIG_XEN
#undef CONFIG_XEN_PV
#undef CONFIG_HYPERV
#undef CONFIG_HYPERV_MODULE
#undef CONFIG_PREEMPT_DYNAMIC
#undef CONFIG_HAVE_PREEMPT_DYNAMIC
#undef CONFIG_HAVE_PREEMPT_DYNAMIC_CALL
/* Mitigations (return thunks, retpolines): the image of a CPU that needs none. */
#undef CONFIG_RETPOLINE
#undef CONFIG_RETHUNK
#undef CONFIG_SLS
#undef CONFIG_CPU_UNRET_ENTRY
#undef CONFIG_CPU_IBPB_ENTRY
#undef CONFIG_CPU_SRSO
#undef CONFIG_MITIGATION_ITS
/* Tracing: nops in the real kernel. */
#undef CONFIG_TRACEPOINTS
#undef CONFIG_EVENT_TRACING
#undef CONFIG_FTRACE
#undef CONFIG_FUNCTION_TRACER
#undef CONFIG_DYNAMIC_FTRACE
#undef CONFIG_DYNAMIC_DEBUG
#undef CONFIG_DYNAMIC_DEBUG_CORE
#undef CONFIG_PRINTK_INDEX
/* Everything is built in. */
#define __DISABLE_EXPORTS 1
