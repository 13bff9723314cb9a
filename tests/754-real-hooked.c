/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The hooked image does what the plain one does: where nothing is charged, a transfer between two
 * hosts ends at the same picosecond, with the same bytes, segments, interrupts and register
 * accesses.
 */
#include "tests/real.h"

#include <sys/wait.h>

struct outcome {
	uint64_t start, end, got, bad, irqs[2], reads[2], writes[2];
	long in[2], out[2];
};

static struct real_pair pair;
static struct real_flow flow = {.ip = 0x0a000002, .bytes = 4ull << 20};
static struct outcome o;

static void count(unsigned int i, const struct kimage_calls *c)
{
	o.in[i] = real_counter(c, "net/snmp", "Tcp", "InSegs");
	o.out[i] = real_counter(c, "net/snmp", "Tcp", "OutSegs");
}

static void host0(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	assert_int_equal(c->ifconfig("eth0", htonl(0x0a000001), 24), 0);
	c->sleep(100000000);
	real_send(c, &flow);
	c->sleep(20000000);
	count(0, c);
}

static void host1(void *arg, const struct kimage_calls *c)
{
	(void)arg;
	flow.receiver = pair.m[1];
	assert_int_equal(c->ifconfig("eth0", htonl(0x0a000002), 24), 0);
	real_receive(c, &flow);
	c->sleep(100000000);
	count(1, c);
	sim_stop();
}

static void run(const char *variant, int out)
{
	static void (*const init[2])(void *, const struct kimage_calls *) = {host0, host1};
	char *path = real_image(variant);
	struct wire_params wp;

	param_defaults(&wire_param_table, &wp);
	real_pair_new(&pair, path, 2, &wp, init, NULL);
	assert_int_equal(sim_run(SIM_S(10)), SIM_END_STOPPED);
	real_check(pair.m[0]);
	real_check(pair.m[1]);
	o.start = flow.start.ps;
	o.end = flow.end.ps;
	o.got = flow.got;
	o.bad = flow.bad;
	for (int i = 0; i < 2; i++) {
		o.irqs[i] = pair.nic[i]->stats.irqs;
		o.reads[i] = pair.nic[i]->stats.reg_reads;
		o.writes[i] = pair.nic[i]->stats.reg_writes;
	}
	assert_int_equal(write(out, &o, sizeof(o)), sizeof(o));
}

/* One simulation a process. */
static void child(const char *variant, struct outcome *result)
{
	int fd[2], status;
	pid_t pid;

	free(real_image(variant));
	assert_int_equal(pipe(fd), 0);
	pid = fork();
	if (!pid) {
		run(variant, fd[1]);
		_exit(0);
	}
	close(fd[1]);
	assert_int_equal(read(fd[0], result, sizeof(*result)), sizeof(*result));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void same(void **state)
{
	struct outcome plain, hooked;

	(void)state;
	child("plain", &plain);
	child("hooked", &hooked);
	assert_int_equal(plain.got, 4ull << 20);
	assert_int_equal(plain.bad, 0);
	assert_true(plain.end > plain.start && plain.irqs[0] && plain.in[1] > 2896);
	assert_memory_equal(&plain, &hooked, sizeof(plain));
}

int main(void)
{
	return RUN_ONE(same);
}
