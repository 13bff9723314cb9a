/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * After a loss at Wmax CUBIC's window follows 0.4 (t - K)^3 + Wmax with
 * K = cbrt(0.3 Wmax / 0.4), t one round trip ahead (Ha, Rhee, Xu 2008; beta is
 * 717/1024, C 410/1024), as long as each ACK finds the window full.
 */
#include "tests/tcp_host.h"

#include <math.h>

#define WMAX	1000
#define RTT_MS	20
#define SECONDS 10

static struct kernel *k;
static double worst;

static void drive(void *arg)
{
	struct tcp_sock *tp;
	double c = 410.0 / 1024, kk;
	uint32_t start;

	(void)arg;
	syscall_enter();
	tp = tcp_sock_new(net_of(k->host));
	tp->ca = &tcp_cubic;
	tp->ca->init(tp);
	tp->snd_cwnd = WMAX;
	tp->mss_cache = 1460;
	tp->snd_ssthresh = tp->ca->ssthresh(tp);
	assert_int_equal(tp->snd_ssthresh, WMAX * 717 / 1024);
	tp->snd_cwnd = tp->snd_ssthresh + 1;
	kk = cbrt((WMAX - tp->snd_cwnd) / c);
	start = tcp_time_stamp(tp);
	for (int round = 0; round < SECONDS * 1000 / RTT_MS; round++) {
		double t, want;

		for (uint32_t i = tp->snd_cwnd; i; i--) {
			tp->ca->cong_avoid(tp, 0, tp->snd_cwnd);
			if (i % 8 == 0)
				tp->ca->pkts_acked(tp, 1, RTT_MS * 1000);
		}
		task_delay(SIM_MS(RTT_MS));
		t = (tcp_time_stamp(tp) - start) * 1e-3;
		want = c * pow(t - kk, 3) + WMAX;
		if (t > 0.5 && fabs(tp->snd_cwnd - want) / want > worst)
			worst = fabs(tp->snd_cwnd - want) / want;
	}
	syscall_exit();
}

static void test(void **state)
{
	(void)state;
	k = fake_kernel("h", "tcp: {congestion: cubic}");
	task_new(k->host, "drive", drive, NULL, 1, 0);
	sim_run(SIM_S(SECONDS + 10));
	print_message("worst deviation %.4f\n", worst);
	assert_true(worst > 0 && worst < 0.03);
}

int main(void)
{
	return RUN_ONE(test);
}
