/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tshark reads a capture, dissects the frame and sees its time to the nanosecond. */
#include "tests/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sim/trace.h"

static char file[256];

static void test(void **state)
{
	/* ARP: who has 10.0.0.2, tell 10.0.0.1 (RFC 826), padded to 60 bytes. */
	static const unsigned char arp[60] = {
		255, 255, 255, 255, 255, 255, 2, 0,  0, 0, 0, 1, 8, 6, 0, 1, 8, 0,  6, 4, 0,
		1,   2,	  0,   0,   0,	 0,   1, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 10, 0, 0, 2};
	struct trace_pcap *p;
	char line[256] = "", command[512];
	FILE *f;

	(void)state;
	tmp_path(file, sizeof(file), "wire.pcap");
	assert_null(trace_pcap_open(file, &p));
	trace_pcap_frame(p, SIM_PS(5000000042000), arp, sizeof(arp), sizeof(arp));
	assert_null(trace_pcap_close(p));
	snprintf(command, sizeof(command),
		 "tshark -r '%s' -T fields -e frame.time_epoch -e frame.len "
		 "-e arp.dst.proto_ipv4 -e _ws.malformed 2>/dev/null",
		 file);
	f = popen(command, "r");
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	pclose(f);
	unlink(file);
	assert_string_equal(line, "5.000000042\t60\t10.0.0.2\t\n");
}

int main(void)
{
	if (system("command -v tshark >/dev/null")) {
		puts("tshark is not installed");
		return 77;
	}
	return RUN_ONE(test);
}
