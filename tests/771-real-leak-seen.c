/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a kernel still holds is found and named: a socket that nobody closes, datagrams that nobody
 * reads; and what is given back is not.
 */
#include "tests/real.h"

#include "nic_model/linux/levels.h"

static void open_and_send(const struct kimage_calls *c, unsigned int datagrams, int fd[2])
{
	struct sockaddr_in a = real_addr(INADDR_LOOPBACK);
	uint8_t *buf = c->user_memory(4096);

	fd[0] = c->socket(AF_INET, SOCK_DGRAM, 0);
	fd[1] = c->socket(AF_INET, SOCK_DGRAM, 0);
	assert_int_equal(c->bind(fd[0], &a, sizeof(a)), 0);
	for (unsigned int i = 0; i < datagrams; i++)
		assert_int_equal(c->sendto(fd[1], buf, 100, 0, &a, sizeof(a)), 100);
}

static void expect(const struct kimage_calls *c, const struct kimage_levels *before,
		   const char *text)
{
	static struct kimage_levels after;
	char *err;

	c->sleep(100000000);
	c->levels(&after);
	err = levels_compare(before, &after, 1);
	if (!text && err)
		fail_msg("%s", err);
	if (text && (!err || !strstr(err, text)))
		fail_msg("\"%s\" instead of \"%s\"", err ? err : "nothing", text);
	free(err);
}

static void init(void *arg, const struct kimage_calls *c)
{
	static struct kimage_levels before;
	int fd[2];

	(void)arg;
	assert_int_equal(c->ifconfig("lo", htonl(INADDR_LOOPBACK), 8), 0);
	c->levels(&before);
	expect(c, &before, NULL);
	open_and_send(c, 0, fd);
	expect(c, &before, "leaked: 2 UDP sockets");
	c->close(fd[0]);
	expect(c, &before, "leaked: 1 UDP sockets");
	c->close(fd[1]);
	expect(c, &before, NULL);
	open_and_send(c, 100, fd);
	expect(c, &before, "leaked: 100 packets");
	c->close(fd[0]);
	c->close(fd[1]);
	expect(c, &before, NULL);
	sim_stop();
}

static void mappings(void **state)
{
	struct kimage_levels before = {.dma_maps = 3, .pages = 100}, after = before;
	char *err;

	(void)state;
	assert_null(levels_compare(&before, &after, 2));
	after.pages = 110;
	assert_null(levels_compare(&before, &after, 2));
	after.pages = 111;
	err = levels_compare(&before, &after, 2);
	assert_non_null(strstr(err, "leaked: 11 pages"));
	free(err);
	after = before;
	after.dma_maps = 4;
	err = levels_compare(&before, &after, 2);
	assert_non_null(strstr(err, "leaked: 1 DMA mappings"));
	free(err);
	after.dma_maps = 1;
	err = levels_compare(&before, &after, 2);
	assert_non_null(strstr(err, "2 DMA mappings too many were given back"));
	free(err);
}

static void sockets(void **state)
{
	char *path = real_image("plain");
	struct machine *m =
		real_machine(path, (struct machine_params){.name = "host", .init = init});

	(void)state;
	assert_int_equal(sim_run(SIM_S(20)), SIM_END_STOPPED);
	real_check(m);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(mappings), cmocka_unit_test(sockets)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
