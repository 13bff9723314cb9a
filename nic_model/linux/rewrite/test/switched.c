/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hooked code of test/switching.c. */
long switched(int *shared, long n);
double scaled(double x, int n);

static double step[64] = {0.5};

long switched(int *shared, long n)
{
	volatile long memory[8] = {0};
	long sum = n;

	for (long i = 0; i < n; i++) {
		sum = sum * 31 + (memory[i & 7] ^ i);
		memory[sum & 7] += sum;
		if (sum & 16)
			sum >>= 1;
		__asm__ volatile("lock; incl %0" : "+m"(*shared));
	}
	return sum;
}

double scaled(double x, int n)
{
	volatile double *p = step;

	for (int i = 0; i < n; i++)
		x = x * 1.25 + p[0];
	return x;
}
