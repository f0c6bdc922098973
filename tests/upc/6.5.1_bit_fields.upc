// Shared bit-fields are promoted by their width, as private ones are: to int, where all their
// values fit. So it is in near and far memory, relaxed and strict, for reads, assignments, updates,
// and as operands of updates. A private structure says what is right.
// flags: -O1
// variants: checked: -O2 -fupc-check
#include <stdio.h>
#include <upc_relaxed.h>

struct fields {
    unsigned narrow : 3;
    int with_sign : 7;
    unsigned whole : 32;
    unsigned long wide : 40;
    _Bool flag : 1;
};
shared struct fields all[THREADS];
strict shared struct fields ordered[THREADS];
shared long sums[THREADS];

// Each value depends on whether an operand is signed.
#define TRY(f, n, sum)                                                                                                 \
    (f.narrow = n, f.with_sign = -n, f.whole = n, f.wide = n, f.flag = 1, v[0] = f.narrow - 8 < 0,                     \
     v[1] = (f.narrow = n + 1) - 9 < 0, v[2] = -f.narrow > 0, v[3] = f.narrow++ == 6, v[4] = --f.narrow / -1,       \
     v[5] = f.whole - 8 < 0, v[6] = f.wide - 8 < 0, v[7] = f.flag - 2 < 0, v[8] = (0, f.narrow) - 8 < 0,               \
     f.narrow /= -1, v[9] = f.narrow, f.with_sign /= f.whole, v[10] = f.with_sign, f.with_sign = -8,                   \
     f.narrow = 2, f.with_sign /= f.narrow, v[11] = f.with_sign, sum = -8, sum /= (f.narrow = 4), v[12] = sum,         \
     sum -= f.narrow - 8, v[13] = sum, v[14] = (f.with_sign += 200))
#define VALUES 15

static int differ(const char *what, const long *v, const long *expected) {
    int bad = 0;
    for (int i = 0; i < VALUES; i++)
        if (v[i] != expected[i]) bad = printf("thread %d: %s %d: %ld\n", MYTHREAD, what, i, v[i]);
    return bad != 0;
}

int main(void) {
    const int next = (MYTHREAD + 1) % THREADS;
    struct fields mine = {0};
    long private_sum;
    long v[VALUES];
    long expected[VALUES];
    TRY(mine, 5, private_sum);
    for (int i = 0; i < VALUES; i++)
        expected[i] = v[i];
    TRY(all[next], 5, sums[next]);
    int bad = differ("relaxed", v, expected);
    TRY(ordered[next], 5, sums[next]);
    bad |= differ("strict", v, expected);
    upc_barrier;
    if (MYTHREAD == 0 && !bad) printf("pass\n");
    return bad;
}
