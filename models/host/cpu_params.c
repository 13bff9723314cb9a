/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "models/host/cpu_params.h"

#include <stddef.h>

#define AT(member) offsetof(struct cpu_params, member)
#define FILE_	   "a machine file gives it"

static const char *const idle_names[] = {"halt", "mwait", "poll", NULL};
static const char *const sync_names[] = {"fine", "exact", "slack", NULL};

static const struct param params[] = {
	{"cpi", PARAM_DOUBLE, AT(cpi), "1.0", "0.1", "20", NULL,
	 "Cycles an instruction when all of its code and data are in L1", "calibrated, a CPU type"},
	{"spacing", PARAM_U32, AT(spacing), "25", "1", "1000", NULL,
	 "Instructions between two distinct lines of a function's accesses",
	 "measured: 817 instructions and 32 lines a transmitted packet (docs/cost-model.md)"},
	{"window", PARAM_U32, AT(window), "72", "1", "4096", NULL,
	 "Instructions that the core runs ahead of a missing load", FILE_},
	{"misses", PARAM_U32, AT(misses), "8", "1", "32", NULL,
	 "Line-fill buffers: loads that miss L1 at a time", FILE_},
	{"store_buffer", PARAM_U32, AT(store_buffer), "32", "1", "64", NULL,
	 "Stores that wait for their line", FILE_},
	{"store_misses", PARAM_U32, AT(store_misses), "8", "1", "64", NULL,
	 "Lines that missing stores ask for at a time", "assumed: as the line-fill buffers"},
	{"atomic", PARAM_U32, AT(atomic), "20", "0", "1000", NULL,
	 "Cycles of a locked operation on a line in L1", FILE_},
	{"copy_bytes", PARAM_U32, AT(copy_bytes), "8", "1", "64", NULL,
	 "Bytes a cycle that string moves reach in L1", FILE_},
	{"copy_start", PARAM_U32, AT(copy_start), "15", "0", "1000", NULL,
	 "Cycles before a string move gets going", FILE_},
	{"fast_strings", PARAM_BOOL, AT(fast_strings), "off", NULL, NULL, NULL,
	 "String operations of 512 B and more write whole lines in any order, one a line-fill "
	 "buffer, and do not read what they write over",
	 FILE_},
	{"ifetch_ahead", PARAM_U32, AT(ifetch_ahead), "1", "0", "15", NULL,
	 "Code lines asked for beyond the one that is waited for", FILE_},
	{"syscall", PARAM_U32, AT(syscall), "80", "0", "10000", NULL,
	 "Cycles of the instruction that enters the kernel, and swapgs", FILE_},
	{"sysret", PARAM_U32, AT(sysret), "60", "0", "10000", NULL,
	 "Cycles of the instruction that leaves it", FILE_},
	{"irq_entry", PARAM_U32, AT(irq_entry), "150", "0", "10000", NULL,
	 "Cycles from the interrupt's acceptance to the first instruction", FILE_},
	{"irq_exit", PARAM_U32, AT(irq_exit), "100", "0", "10000", NULL,
	 "Cycles of iret, and of the end-of-interrupt write", FILE_},
	{"mm_switch", PARAM_U32, AT(mm_switch), "300", "0", "100000", NULL,
	 "Cycles for another address space: CR3, and refilling the TLB", FILE_},
	{"pause", PARAM_U32, AT(pause), "10", "1", "1000", NULL,
	 "Cycles of one turn of a polling loop", FILE_},
	{"ipi", PARAM_TIME, AT(ipi), "600ns", "1ns", "100us", NULL,
	 "From one CPU's command to the interrupt in another", FILE_},
	{"halt_exit", PARAM_TIME, AT(halt_exit), "100ns", "0ns", "10ms", NULL,
	 "From an interrupt to the first instruction of a halted CPU", FILE_},
	{"mwait_exit", PARAM_TIME, AT(mwait_exit), "300ns", "0ns", "10ms", NULL,
	 "From a store to the first instruction of a CPU in mwait", FILE_},
	{"idle", PARAM_ENUM, AT(idle), "halt", NULL, NULL, idle_names,
	 "What an idle CPU does: halt needs an interrupt, mwait a store, poll spins", FILE_},
	{"sync", PARAM_ENUM, AT(sync), "fine", NULL, NULL, sync_names,
	 "How CPUs are kept in step: fine orders what can be seen, exact every access, "
	 "slack lets each run ahead by sync_slack",
	 "docs/host.md"},
	{"sync_ahead", PARAM_TIME, AT(ahead), "1us", "1ns", "1ms", NULL,
	 "fine: how far a CPU runs past another of its host in what nobody else holds",
	 "docs/host.md"},
	{"sync_lookahead", PARAM_TIME, AT(lookahead), "300ns", "1ns", "1ms", NULL,
	 "fine: how far past a CPU of another host; less than doorbell, DMA and wire take",
	 "docs/host.md"},
	{"sync_slack", PARAM_TIME, AT(slack), "100ns", "1ns", "1ms", NULL, "slack: how far",
	 "docs/host.md"},
	{.name = NULL},
};

const struct param_table cpu_param_table = {
	.name = "machine.cpu",
	.help = "The core: how fast it executes, and what it can have under way.",
	.params = params,
	.struct_size = sizeof(struct cpu_params),
};
