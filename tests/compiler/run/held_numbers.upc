// Numbers of file scope that loops read beside stores to shared memory of their type, which leave
// them alone; and numbers that change: in the loop, by a call, through a pointer, under another
// name. With one thread and several.
// flags: -O2
// variants: fast: -O3
// variants: general: -O2 -fno-upc-one-thread
#include <stdio.h>
#include <upc_relaxed.h>

enum { N = 60 };
int width = 3, plain = 5, stepped, called, pointed = 1;
unsigned char small = 7;
double scale = 0.5;
int *const to = &pointed;
shared int a[2 * N * THREADS];
shared unsigned char c[2 * N * THREADS];
shared [] double *d;
int wrong;

#define SAME(is, should) \
    do { \
        if ((is) != (should)) wrong++, printf("%s:%d: %d, not %d\n", __FILE__, __LINE__, (int)(is), (int)(should)); \
    } while (0)

extern int nowhere __attribute__((weak));
int is_anywhere(void) { return &nowhere != 0; }
void fill(int n, int anywhere) { // what need not be there is read where the program reads it
    for (int i = 0; i < n; i++)
        if (anywhere) a[i] = nowhere;
        else a[i] = i;
}

int raise(int by) { return called += by; }


int main(void) {
    if (MYTHREAD == 0) {
        d = upc_alloc(N * sizeof(double));
        fill(N, is_anywhere());
        for (int i = 0; i < N; i++) a[i + width] = i * plain;
        for (int i = 0; i < N; i++) SAME(a[i + 3], i * 5);
        for (int i = 0; i < N; i++) c[i] = (unsigned char)(small + i);
        for (int i = 0; i < N; i++) SAME(c[i], 7 + i);
        for (int i = 0; i < N; i++) d[i] = scale * i, scale = scale;
        for (int i = 0; i < N; i++) SAME(d[i] * 2, i);
        for (int i = 0; i < N; i++) a[i] = stepped, stepped += i % 3;
        for (int i = 0, sum = 0; i < N; sum += i % 3, i++) SAME(a[i], sum);
        for (int i = 0; i < N; i++) {
            a[i] = called;
            if (i % 4 == 1) raise(2);
        }
        for (int i = 0; i < N; i++) SAME(a[i], (i + 2) / 4 * 2);
        called = 0;
        for (int i = 0; i < N; i++) {
            a[i] = pointed;
            *to = i;
        }
        for (int i = 0; i < N; i++) SAME(a[i], i ? i - 1 : 1);
        for (int round = 0; round < 3; round++) { // an outer loop changes what an inner one leaves alone
            for (int i = 0; i < N; i++) a[i + width] = a[i] + width * 0 + round;
            width++;
        }
        SAME(width, 6);
        for (int i = 0; i < N; i++) { // a name of the loop's own
            int width = i;
            a[i] = width;
        }
        for (int i = 0; i < N; i++) SAME(a[i], i);
        int i = 0;
        while (i < plain && a[i] < plain) a[i++] = plain - 1;
        SAME(i, 5);
        goto middle; // into a loop
        for (i = 0; i < N; i++) {
            a[i] = plain;
        middle:
            a[i] += plain;
        }
        SAME(a[5], 10);
        SAME(a[6], 10);
    }
    upc_barrier;
    if (!wrong && MYTHREAD == 0) printf("pass\n");
    return wrong != 0;
}
