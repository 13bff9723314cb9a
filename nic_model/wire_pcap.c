/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frames of a link into a capture file, with the bytes they stand for.
 *
 * Called by: wire.c.  Calls: sim/trace.h, models/frame, checksums.
 * Models: a tap on the link: no preamble, no frame check sequence.
 * Leaves out: pause frames.
 * Source: pcap-savefile(5).
 */
#include "nic_model/wire_int.h"

#include "sim/check.h"

void wire_pcap(struct trace_pcap *p, const struct frame *f)
{
	static uint8_t buf[65536 + 256];

	sim_assert(f->len <= sizeof(buf));
	if (f->bytes) {
		trace_pcap_frame(p, sim_now(), f->bytes, f->len, f->len);
		return;
	}
	frame_write(f, buf);
	trace_pcap_frame(p, sim_now(), buf, f->len, f->len);
}
