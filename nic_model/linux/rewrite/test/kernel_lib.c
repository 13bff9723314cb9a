/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Drives functions of the kernel's lib/ (compiled from the installed package with its own flags) in
 * user space; linked once with plain and once with hooked objects by test/callgrind.sh. Prints a
 * sum of results. Declarations are ours, by the kernel's documented interfaces.
 */
#include <asm/prctl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct list_head {
	struct list_head *next, *prev;
};

struct rb_node {
	unsigned long color;
	struct rb_node *right, *left;
};

struct rb_root {
	struct rb_node *node;
};

struct minmax_sample {
	uint32_t t, v;
};

struct siphash_key {
	uint64_t key[2];
};

void sort(void *base, size_t num, size_t size, int (*cmp)(const void *, const void *),
	  void (*swap)(void *, void *, int));
void list_sort(void *priv, struct list_head *head,
	       int (*cmp)(void *, const struct list_head *, const struct list_head *));
void rb_insert_color(struct rb_node *n, struct rb_root *root);
void rb_erase(struct rb_node *n, struct rb_root *root);
struct rb_node *rb_first(const struct rb_root *root);
struct rb_node *rb_next(const struct rb_node *n);
uint64_t __siphash_unaligned(const void *data, size_t len, const struct siphash_key *key);
uint32_t csum_partial(const void *buf, int len, uint32_t sum);
unsigned long _find_next_bit(const unsigned long *a, unsigned long size, unsigned long from);
_Bool glob_match(const char *pat, const char *str);
uint32_t minmax_running_max(struct minmax_sample *m, uint32_t win, uint32_t t, uint32_t v);
uint64_t xxh64(const void *input, size_t len, uint64_t seed);
uint16_t crc16(uint16_t crc, const uint8_t *p, size_t len);
size_t strlcpy(char *to, const char *from, size_t size);
int kstrtoull(const char *s, unsigned int base, unsigned long long *res);
int hex_dump_to_buffer(const void *buf, size_t len, int rowsize, int groupsize, char *line,
		       size_t size, _Bool ascii);
unsigned int __sw_hweight32(unsigned int w);

/* What the compiled files expect around them. */
int _printk(const char *fmt, ...);
void __warn_printk(const char *fmt, ...);
unsigned long _copy_from_user(void *to, const void *from, unsigned long n);
void __check_object_size(const void *p, unsigned long n, _Bool to_user);
_Bool __list_add_valid(struct list_head *n, struct list_head *prev, struct list_head *next);
_Bool __list_del_entry_valid(struct list_head *n);

int _printk(const char *fmt, ...)
{
	(void)fmt;
	return 0;
}

void __warn_printk(const char *fmt, ...)
{
	(void)fmt;
}

unsigned long _copy_from_user(void *to, const void *from, unsigned long n)
{
	memcpy(to, from, n);
	return 0;
}

void __check_object_size(const void *p, unsigned long n, _Bool to_user)
{
	(void)p;
	(void)n;
	(void)to_user;
}

static uint64_t seed = 42;

static uint64_t rnd(void)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return seed >> 24;
}

static int compare_long(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return x < y ? -1 : x > y;
}

struct item {
	struct list_head list;
	struct rb_node rb;
	long key;
};

static struct item items[2000];

static int compare_item(void *priv, const struct list_head *a, const struct list_head *b)
{
	(void)priv;
	return ((const struct item *)a)->key > ((const struct item *)b)->key;
}

static uint64_t sorts(void)
{
	static long keys[3000];
	struct list_head head = {&head, &head};
	uint64_t sum = 0;

	for (int i = 0; i < 3000; i++)
		keys[i] = rnd();
	sort(keys, 3000, sizeof(long), compare_long, NULL);
	for (int i = 0; i < 2000; i++) {
		items[i].key = rnd();
		items[i].list = (struct list_head){&head, head.prev};
		head.prev->next = &items[i].list;
		head.prev = &items[i].list;
	}
	list_sort(NULL, &head, compare_item);
	for (struct list_head *l = head.next; l != &head; l = l->next)
		sum = sum * 31 + ((struct item *)l)->key;
	return sum + keys[1500];
}

static struct item *item_of(struct rb_node *n)
{
	return (struct item *)((char *)n - offsetof(struct item, rb));
}

static uint64_t trees(void)
{
	struct rb_root root = {NULL};
	uint64_t sum = 0;

	for (int i = 0; i < 2000; i++) {
		struct rb_node **link = &root.node, *parent = NULL;

		while (*link) {
			parent = *link;
			link = items[i].key < item_of(parent)->key ? &parent->left : &parent->right;
		}
		items[i].rb = (struct rb_node){(unsigned long)parent, NULL, NULL};
		*link = &items[i].rb;
		rb_insert_color(&items[i].rb, &root);
	}
	for (int i = 0; i < 2000; i += 3)
		rb_erase(&items[i].rb, &root);
	for (struct rb_node *n = rb_first(&root); n; n = rb_next(n))
		sum = sum * 33 + item_of(n)->key;
	return sum;
}

static uint64_t hashes(void)
{
	static unsigned char buf[1600] __attribute__((aligned(64)));
	struct siphash_key key = {{rnd(), rnd()}};
	uint64_t sum = 0;

	for (int i = 0; i < 1600; i++)
		buf[i] = rnd();
	for (int i = 0; i < 400; i++) {
		int len = rnd() % 1500;

		sum += __siphash_unaligned(buf, len, &key) ^ csum_partial(buf, len, i) ^
		       xxh64(buf, len, i);
		sum += crc16(i, buf, len / 8);
	}
	return sum;
}

static uint64_t texts(void)
{
	static const char *const words[] = {"eth0",	  "bridge_slave_1", "veth-a7",
					    "tcp_v4_rcv", "12345678901",    "0x7fffabcd"};
	char out[200];
	uint64_t sum = 0;
	unsigned long long v = 0;

	for (int i = 0; i < 2000; i++) {
		const char *w = words[rnd() % 6];

		sum += strlcpy(out, w, sizeof(out)) + glob_match("*e*_[a-z]*", w) * 7;
		if (!kstrtoull(w, 0, &v))
			sum += v;
		sum += hex_dump_to_buffer(w, 4, 16, 1, out, sizeof(out), 0);
	}
	return sum;
}

static uint64_t bits(void)
{
	static unsigned long map[64];
	struct minmax_sample m[3] = {{0, 0}};
	uint64_t sum = 0;

	for (int i = 0; i < 64; i++)
		map[i] = rnd() & rnd() & rnd();
	for (int round = 0; round < 20; round++)
		for (unsigned long b = 0; b < 4096; b++) {
			b = _find_next_bit(map, 4096, b);
			sum += b + __sw_hweight32(b);
		}
	for (int i = 0; i < 5000; i++)
		sum += minmax_running_max(m, 300, i * 10, rnd() % 1000);
	return sum;
}

int main(void)
{
	/* compiled kernel code finds its stack guard at %gs:40 */
	static uint64_t per_cpu[512];

	if (syscall(SYS_arch_prctl, ARCH_SET_GS, per_cpu))
		return 1;
	printf("%lx\n", (unsigned long)(sorts() + trees() + hashes() + texts() + bits()));
	return 0;
}
