// Quotients and remainders by THREADS that the program writes are those of the processor, for any
// number of any type.
// flags: -O2
// variants: off: -O2 -fno-upc-passes
#include <limits.h>
#include <stdio.h>
#include <upc.h>

static int wrong;

#define SAME(type, x)                                                                                                   \
    do {                                                                                                                \
        const type v = (type)(x), by = (type)divisor;                                                                   \
        const type quotient = v / THREADS, rest = v % THREADS;                                                          \
        if (quotient != (type)(v / by) || rest != (type)(v % by)) {                                                     \
            wrong++;                                                                                                    \
            printf("%s %lx: %lx, %lx\n", #type, (unsigned long)v, (unsigned long)quotient, (unsigned long)rest);        \
        }                                                                                                               \
    } while (0)

int main(void)
{
    volatile int threads = THREADS;
    unsigned long x = 1;
    for (long i = 0; i < 200000; i++) {
        const int divisor = threads;
        unsigned long y = x >> (i & 63);
        if (i % 5 == 0) y = y / (unsigned long)divisor * (unsigned long)divisor - (unsigned long)(i % 3 == 0); /* on and below a multiple */
        if (i < 1000) y = (unsigned long)i - 500;
        if (i >= 1000 && i < 2000) y = (unsigned long)LONG_MAX + (unsigned long)i - 1500;
        if (i >= 2000 && i < 3000) y = (unsigned long)INT_MAX + (unsigned long)i - 2500;
        SAME(unsigned long, y);
        SAME(long, y);
        SAME(unsigned, y);
        SAME(int, y);
        SAME(short, y);
        SAME(unsigned char, y);
        SAME(long long, y);
        const int negative = (int)y, mixed = (int)(negative / (unsigned)THREADS), rest = (int)(negative % (unsigned)THREADS);
        const long wide = negative / (size_t)THREADS, far = (short)y % (unsigned)THREADS;
        if (mixed != (int)(negative / (unsigned)divisor) || rest != (int)(negative % (unsigned)divisor) ||
            wide != (long)(negative / (size_t)divisor) || far != (long)((short)y % (unsigned)divisor)) {
            wrong++;
            printf("%d by an unsigned divisor: %d, %d, %ld, %ld\n", negative, mixed, rest, wide, far);
        }
        x = x * 6364136223846793005UL + 1442695040888963407UL;
    }
    if ((7 + MYTHREAD) % THREADS != (7 + MYTHREAD) % threads || 9L / (unsigned)THREADS != 9L / threads) wrong++;
    double half = (MYTHREAD + 1) / (double)THREADS, whole = 5.0 / THREADS;
    if (half != (MYTHREAD + 1) / (double)threads || whole != 5.0 / threads) wrong++;
    if (!wrong && MYTHREAD == 0) puts("pass");
    return wrong != 0;
}
