/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that cannot be opened or written are errors with the file's name. */
#include "tests/tap.h"

#include <stdlib.h>
#include <string.h>

#include "sim/trace.h"

static void expect(char *err, const char *message)
{
	assert_non_null(err);
	assert_non_null(strstr(err, message));
	free(err);
}

static void test(void **state)
{
	struct trace_pcap *p;
	char big[65536] = {0};

	(void)state;
	expect(trace_open("/nonexistent/t.json", TRACE_TASK), "/nonexistent/t.json: No such file");
	expect(trace_vcd_open("/nonexistent/w.vcd"), "/nonexistent/w.vcd: No such file");
	expect(trace_vcd_open("/tmp/wave"), "/tmp/wave: the name of a VCD file must end in .vcd");
	expect(trace_vcd_open(".vcd"), "must end in .vcd");
	expect(trace_pcap_open("/nonexistent/w.pcap", &p), "/nonexistent/w.pcap: No such file");

	assert_null(trace_open("/dev/full", TRACE_TASK));
	expect(trace_close(), "/dev/full: write failed");
	assert_null(trace_pcap_open("/dev/full", &p));
	for (int i = 0; i < 4; i++)
		trace_pcap_frame(p, SIM_S(i), big, sizeof(big), sizeof(big));
	expect(trace_pcap_close(p), "/dev/full: write failed");
	assert_null(trace_pcap_close(NULL));
}

int main(void)
{
	return RUN_ONE(test);
}
