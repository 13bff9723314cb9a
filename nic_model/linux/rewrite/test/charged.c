/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hooked code of test/charge_run.c. */
unsigned long walk(unsigned long *p, long n, long step);
unsigned long mixed(unsigned long *p, long n, unsigned long seed);
void fill(char *p, long n);

/* Reads n words, step words apart. */
unsigned long walk(unsigned long *p, long n, long step)
{
	unsigned long sum = 0;

	for (; n; n--, p += step)
		sum += *p;
	return sum;
}

/* Reads, writes and locked operations all over 1 MiB. */
unsigned long mixed(unsigned long *p, long n, unsigned long seed)
{
	unsigned long sum = 0;

	for (; n; n--) {
		seed = seed * 6364136223846793005ul + 1442695040888963407ul;
		sum += p[seed >> 47];
		if (seed & 0x1000000)
			p[seed >> 50] += sum;
		p[(seed >> 40) & 15] ^= seed;
		if (!(seed & 0x3e000000))
			__asm__ volatile("lock; incq %0" : "+m"(p[(seed >> 30) & 1023]));
		if (sum & 1)
			sum = sum / (seed | 1);
	}
	return sum;
}

void fill(char *p, long n)
{
	__asm__ volatile("rep; stosb" : "+D"(p), "+c"(n) : "a"(0) : "memory");
}
