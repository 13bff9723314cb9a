/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code of many shapes for counting: recursion, jump tables, loops, string instructions, bit
 * operations, inline assembler. */
#include <stdio.h>
#include <stdint.h>

#ifndef SAMPLE_MAIN
#define SAMPLE_MAIN main
#endif
#define NOINLINE __attribute__((noinline))

struct node {
	struct node *left, *right;
	long key;
};

static struct node nodes[60];
static int nr_nodes;
static uint64_t seed = 7;

static NOINLINE uint64_t rnd(void)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return seed >> 33;
}

static struct node *insert(struct node *n, long key)
{
	if (!n) {
		n = &nodes[nr_nodes++];
		n->key = key;
		return n;
	}
	if (key < n->key)
		n->left = insert(n->left, key);
	else
		n->right = insert(n->right, key);
	return n;
}

static NOINLINE long walk(const struct node *n)
{
	return n ? walk(n->left) * 3 + n->key + walk(n->right) : 1;
}

static NOINLINE long choose(int x)
{
	switch (x) {
	case 0:
		return 5;
	case 1:
		return rnd();
	case 2:
		return x * 3;
	case 3:
		return nr_nodes;
	case 4:
		return 1234;
	case 5:
		return seed & 7;
	case 6:
		return -x;
	case 7:
		return x << 3;
	default:
		return x / 3;
	}
}

uint32_t sample_checksum(const unsigned char *p, int n);

NOINLINE uint32_t sample_checksum(const unsigned char *p, int n)
{
	uint32_t sum = 0;

	for (int i = 0; i < n; i++)
		sum = (sum << 1 | sum >> 31) + p[i];
	return sum;
}

static NOINLINE void copy(void *to, const void *from, long n)
{
	__asm__ volatile("rep; movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static NOINLINE int add_locked(int *v, int by)
{
	int old = by;

	__asm__ volatile("1:\tlock; xaddl %0, %1\n\tjnc 2f\n\tincl %0\n2:"
			 : "+r"(old), "+m"(*v)
			 :
			 : "memory", "cc");
	return old;
}

static NOINLINE unsigned int bits(uint64_t v)
{
	unsigned int n = 0;

	while (v) {
		n += __builtin_ctzll(v);
		v &= v - 1;
	}
	return n;
}

static NOINLINE __int128 wide(__int128 a, long b)
{
	return a * b + (a >> 3) - b;
}

int SAMPLE_MAIN(void);

int SAMPLE_MAIN(void)
{
	static unsigned char from[90], to[90];
	struct node *root = NULL;
	int counter = -5;
	uint64_t sum = 0;
	__int128 w = 99;

	for (int i = 0; i < 60; i++)
		root = insert(root, rnd() % 1000);
	for (int i = 0; i < 90; i++)
		from[i] = rnd();
	for (int i = 0; i < 20; i++) {
		sum += choose(i % 10) + add_locked(&counter, i) + bits(rnd() << 20);
		w = wide(w, sum);
		copy(to + i, from + 2 * i, i % 13);
	}
	printf("%lx\n",
	       (unsigned long)(sum ^ walk(root) ^ sample_checksum(to, 90) ^ (uint64_t)(w >> 40)));
	return 0;
}
