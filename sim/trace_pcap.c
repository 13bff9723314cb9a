/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sim/trace.h"

#include <stdlib.h>

#include <pcap/pcap.h>

#include "sim/check.h"

#define SNAP_BYTES 262144

struct trace_pcap {
	pcap_t *pcap;
	pcap_dumper_t *dump;
	char *file;
};

char *trace_pcap_open(const char *file, struct trace_pcap **out)
{
	struct trace_pcap *p = xcalloc(1, sizeof(*p));
	char *err;

	p->file = xstrdup(file);
	p->pcap = pcap_open_dead_with_tstamp_precision(DLT_EN10MB, SNAP_BYTES,
						       PCAP_TSTAMP_PRECISION_NANO);
	sim_assertf(p->pcap, "out of memory");
	p->dump = pcap_dump_open(p->pcap, file);
	if (p->dump) {
		*out = p;
		return NULL;
	}
	err = err_fmt("%s", pcap_geterr(p->pcap));
	trace_pcap_close(p);
	return err;
}

void trace_pcap_frame(struct trace_pcap *p, sim_time t, const void *bytes, size_t captured,
		      size_t length)
{
	struct pcap_pkthdr h = {.caplen = (bpf_u_int32)captured, .len = (bpf_u_int32)length};

	sim_assert(captured <= length && captured <= SNAP_BYTES);
	h.ts.tv_sec = (time_t)(t.ps / 1000000000000u);
	/* The field is called tv_usec, and holds ns in a file of this precision. */
	h.ts.tv_usec = (suseconds_t)(t.ps % 1000000000000u / 1000u);
	pcap_dump((u_char *)p->dump, &h, bytes);
}

char *trace_pcap_close(struct trace_pcap *p)
{
	char *err = NULL;

	if (!p)
		return NULL;
	if (p->dump) {
		if (pcap_dump_flush(p->dump) || ferror(pcap_dump_file(p->dump)))
			err = err_fmt("%s: write failed", p->file);
		pcap_dump_close(p->dump);
	}
	pcap_close(p->pcap);
	free(p->file);
	free(p);
	return err;
}
