/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A capture reads back with the nanosecond times, lengths and bytes written. */
#include "tests/tap.h"

#include <unistd.h>

#include <pcap/pcap.h>

#include "sim/trace.h"

static char file[256];

static void write_frames(void)
{
	struct trace_pcap *p;
	unsigned char frame[1514];

	for (size_t i = 0; i < sizeof(frame); i++)
		frame[i] = (unsigned char)i;
	assert_null(trace_pcap_open(file, &p));
	trace_pcap_frame(p, SIM_PS(0), frame, 60, 60);
	trace_pcap_frame(p, SIM_PS(3000123456999), frame, 96, 1514); /* cut after 96 */
	trace_pcap_frame(p, SIM_S(100000), frame, 1514, 1514);
	assert_null(trace_pcap_close(p));
}

static void expect(pcap_t *in, long s, long ns, unsigned int captured, unsigned int length)
{
	struct pcap_pkthdr *h;
	const u_char *bytes;

	assert_int_equal(pcap_next_ex(in, &h, &bytes), 1);
	assert_int_equal(h->ts.tv_sec, s);
	assert_int_equal(h->ts.tv_usec, ns);
	assert_int_equal(h->caplen, captured);
	assert_int_equal(h->len, length);
	assert_int_equal(bytes[captured - 1], (captured - 1) & 0xff);
}

static void test(void **state)
{
	char err[PCAP_ERRBUF_SIZE];
	pcap_t *in;

	(void)state;
	tmp_path(file, sizeof(file), "wire.pcap");
	write_frames();
	in = pcap_open_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_NANO, err);
	assert_non_null(in);
	assert_int_equal(pcap_datalink(in), DLT_EN10MB);
	expect(in, 0, 0, 60, 60);
	expect(in, 3, 123456, 96, 1514);
	expect(in, 100000, 0, 1514, 1514);
	assert_int_equal(pcap_next_ex(in, &(struct pcap_pkthdr *){NULL}, &(const u_char *){NULL}),
			 PCAP_ERROR_BREAK);
	pcap_close(in);
	unlink(file);
}

int main(void)
{
	return RUN_ONE(test);
}
