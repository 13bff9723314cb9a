/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * image_run IMAGE [MTU]: boots one host of one CPU whose code costs nothing, sends 4 MiB through
 * its loopback without segmentation offload, prints what arrived, and at the end counts by function
 * ("function insns") to the file named by HOOK_COUNTS if the image is a hooked one. Run with the
 * plain image under callgrind by callgrind_image.sh.
 */
#include <arpa/inet.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "nic_model/linux/hook.h"
#include "nic_model/linux/machine.h"
#include "sim/sim.h"

#define TOTAL (4ul << 20)
#define CHUNK 65536ul

static struct machine *machine;
static const struct kimage_calls *calls;
static unsigned long sum, received;
static int mtu = 1500;

static struct sockaddr_in address(void)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
				    .sin_port = htons(5001),
				    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static void receiver(void *arg)
{
	struct sockaddr_in a = address();
	int s = calls->socket(AF_INET, SOCK_STREAM, 0), fd;
	unsigned char *b = calls->user_memory(CHUNK);
	long n;

	(void)arg;
	calls->bind(s, &a, sizeof(a));
	calls->listen(s, 5);
	fd = calls->accept(s);
	while ((n = calls->recvfrom(fd, b, CHUNK, 0, NULL, NULL)) > 0)
		for (received += n; n; n--)
			sum = sum * 31 + b[n - 1];
	sim_stop();
}

/* Segments of the wire's size: TSO and GSO off. */
static void offload_off(int s)
{
	static const unsigned int commands[] = {ETHTOOL_STSO, ETHTOOL_SGSO};
	struct ethtool_value *v = calls->user_memory(sizeof(*v));
	struct ifreq f = {.ifr_name = "lo"};

	f.ifr_data = (void *)v;
	for (int i = 0; i < 2; i++) {
		v->cmd = commands[i];
		v->data = 0;
		calls->ioctl(s, SIOCETHTOOL, &f);
	}
}

static void init(void *arg, const struct kimage_calls *k)
{
	struct sockaddr_in a = address();
	struct ifreq f = {.ifr_name = "lo", .ifr_mtu = mtu};
	unsigned char *b;
	int s;

	(void)arg;
	calls = k;
	s = calls->socket(AF_INET, SOCK_STREAM, 0);
	calls->ifconfig("lo", htonl(INADDR_LOOPBACK), 8);
	calls->ioctl(s, SIOCSIFMTU, &f);
	offload_off(s);
	calls->thread("receiver", receiver, NULL, 0);
	calls->sleep(1000000);
	calls->connect(s, &a, sizeof(a));
	b = calls->user_memory(CHUNK);
	for (unsigned long i = 0; i < CHUNK; i++)
		b[i] = i * 2654435761ul >> 13;
	for (unsigned long n = 0; n < TOTAL; n += CHUNK)
		calls->sendto(s, b, CHUNK, 0, NULL, 0);
	calls->close(s);
}

static void counts(const char *path)
{
	const struct hook_image *im =
		(const void *)image_address(machine_image(machine), "hook_image");
	FILE *out = path && im ? fopen(path, "w") : NULL;
	unsigned long *n;

	if (!out)
		return;
	n = calloc(im->funcs_end - im->funcs, sizeof(*n));
	for (struct hook_block *b = im->blocks; b < im->blocks_end; b++)
		for (int i = 0; i < HOOK_NR_CLASSES; i++)
			n[hook_block_func(b) - im->funcs] += b->count * b->insns[i];
	for (long i = 0; i < im->funcs_end - im->funcs; i++)
		if (n[i])
			fprintf(out, "%s %lu\n", im->funcs[i].name, n[i]);
	fclose(out);
	free(n);
}

int main(int argc, char **argv)
{
	struct machine_params p = {
		.name = "host", .cpus = 1, .seed = 1, .init = init, .syscall_ps = 300000};
	char *err;

	if (argc < 2)
		return 2;
	mtu = argc > 2 ? atoi(argv[2]) : mtu;
	err = machine_new(argv[1], &p, &machine);
	if (err) {
		fprintf(stderr, "%s\n", err);
		return 1;
	}
	sim_run(SIM_S(10));
	if (machine_fault(machine))
		printf("%s\n", machine_fault(machine));
	printf("received %lu, checked %lx, at %lu ps\n", received, sum,
	       (unsigned long)sim_now().ps);
	counts(getenv("HOOK_COUNTS"));
	return received != TOTAL;
}
