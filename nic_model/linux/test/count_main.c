// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * count_main IMAGE: a fixed piece of work in one machine (a loopback transfer and UDP datagrams);
 * with a hooked image it prints the instructions that each function executed, by its hooks. For
 * tests/759-real-callgrind.sh.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "nic_model/linux/hook.h"
#include "nic_model/linux/machine.h"

#define BYTES (1ul << 20)
#define CHUNK 65536ul

static const struct kimage_calls *c;
static struct machine *m;

static struct sockaddr_in address(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(5001)};

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return a;
}

static void receive(void *arg)
{
	struct sockaddr_in a = address();
	int ls = c->socket(AF_INET, SOCK_STREAM, 0), fd;
	void *buf = c->user_memory(CHUNK);

	(void)arg;
	c->bind(ls, &a, sizeof(a));
	c->listen(ls, 1);
	fd = c->accept(ls);
	while (c->recvfrom(fd, buf, CHUNK, 0, NULL, NULL) > 0)
		;
	c->close(fd);
	sim_stop();
}

static void init(void *arg, const struct kimage_calls *calls)
{
	struct sockaddr_in a = address();
	unsigned long n;
	void *buf;
	int fd;

	(void)arg;
	c = calls;
	c->ifconfig("lo", htonl(INADDR_LOOPBACK), 8);
	c->thread("receive", receive, NULL, 1);
	c->sleep(1000000);
	fd = c->socket(AF_INET, SOCK_STREAM, 0);
	buf = c->user_memory(CHUNK);
	c->connect(fd, &a, sizeof(a));
	for (n = 0; n < BYTES; n += CHUNK)
		c->sendto(fd, buf, CHUNK, 0, NULL, 0);
	c->close(fd);
}

static void print_counts(const struct hook_image *h)
{
	const struct hook_block *b;

	for (b = h->blocks; b < h->blocks_end; b++) {
		unsigned long insns = 0;

		for (int i = 0; i < HOOK_NR_CLASSES; i++)
			insns += b->insns[i];
		if (b->count)
			printf("%s %lu\n", hook_block_func(b)->name, b->count * insns);
	}
}

int main(int argc, char **argv)
{
	struct machine_params p = {.name = "host", .cpus = 2, .seed = 1, .init = init};
	const struct hook_image *h;
	char *err = argc == 2 ? machine_new(argv[1], &p, &m) : NULL;

	if (argc != 2 || err) {
		fprintf(stderr, "%s\n", err ? err : "usage: count_main IMAGE");
		return 1;
	}
	if (sim_run(SIM_S(10)) != SIM_END_STOPPED || machine_fault(m)) {
		fprintf(stderr, "%s\n",
			machine_fault(m) ? machine_fault(m) : "the transfer does not end");
		return 1;
	}
	h = (const void *)image_address(machine_image(m), "hook_image");
	if (h)
		print_counts(h);
	return 0;
}
