/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happened when: a timeline in Chrome trace JSON (opens in Perfetto), VCD
 * waves of levels (SystemC's own writer, opens in GTKWave), and the packets of
 * a link as pcap.  Each is on only when the scenario asks; sim_trace() costs
 * one test of a global mask when off.
 */
#ifndef NICPATH_SIM_TRACE_H
#define NICPATH_SIM_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum trace_cat {
	TRACE_TASK = 1 << 0,  /* task running on a CPU */
	TRACE_IRQ = 1 << 1,   /* hardirq, softirq */
	TRACE_STAGE = 1 << 2, /* packet through a stage */
	TRACE_NIC = 1 << 3,   /* DMA, doorbell, wire */
	TRACE_DROP = 1 << 4,
};

extern uint32_t trace_mask;

/*
 * Opens the JSON timeline for these categories. Error or NULL.  The file is an
 * array of events, which readers accept even if the run died before its end.
 */
char *trace_open(const char *file, uint32_t categories);
/* Error (a full disk) or NULL, also when none is open. */
char *trace_close(void);

/*
 * A track is a row of the timeline (a CPU, a NIC) in a group of rows (a host).
 * Returns its id; may be called before or after trace_open().  Within a track
 * times must not go back, and each end closes the begin before it.
 */
int trace_track(const char *process, const char *name);

void trace_begin_(int track, sim_time t, const char *name);
void trace_end_(int track, sim_time t);
void trace_instant_(int track, sim_time t, const char *name, uint64_t value);
void trace_level_(int track, sim_time t, const char *name, uint64_t value);

#define trace_begin(cat, track, t, name)                                                           \
	do {                                                                                       \
		if (trace_mask & (cat))                                                            \
			trace_begin_(track, t, name);                                              \
	} while (0)
#define trace_end(cat, track, t)                                                                   \
	do {                                                                                       \
		if (trace_mask & (cat))                                                            \
			trace_end_(track, t);                                                      \
	} while (0)
#define trace_instant(cat, track, t, name, value)                                                  \
	do {                                                                                       \
		if (trace_mask & (cat))                                                            \
			trace_instant_(track, t, name, value);                                     \
	} while (0)
#define trace_level(cat, track, t, name, value)                                                    \
	do {                                                                                       \
		if (trace_mask & (cat))                                                            \
			trace_level_(track, t, name, value);                                       \
	} while (0)

/*
 * VCD: add levels before sim_run(); the file is written as they change, with
 * their value when time moves on.  Dots in a name make scopes.  The file's name
 * must end in ".vcd".  While it is open every change of time costs a turn
 * through SystemC's scheduler (about 0.1 us).  A value that does not fit into
 * its bits is shown as x.
 */
char *trace_vcd_open(const char *file);
void trace_vcd_level(const char *name, const uint64_t *level, unsigned int bits);
/* Error or NULL, also when none is open. */
char *trace_vcd_close(void);

/*
 * pcap (nanosecond magic, Ethernet without FCS) through libpcap.  length is the
 * frame's on the wire, captured <= length what bytes holds.  Simulated time 0
 * is 1970; picoseconds are cut off.
 */
struct trace_pcap;
char *trace_pcap_open(const char *file, struct trace_pcap **out);
void trace_pcap_frame(struct trace_pcap *p, sim_time t, const void *bytes, size_t captured,
		      size_t length);
/* Frees p (may be NULL). Error or NULL. */
char *trace_pcap_close(struct trace_pcap *p);

#ifdef __cplusplus
}
#endif

#endif
