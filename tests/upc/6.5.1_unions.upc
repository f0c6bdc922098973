// What is written to one member of a shared union is read by another, on every path of an access:
// near and far memory, updates, elements of arrays inside, members of anonymous unions.
// flags: -O2
// variants: checked: -O3 -fupc-check
// variants: plain: -O2 -fno-upc-passes
#include <stdio.h>
#include <upc_relaxed.h>

union word {
    int i;
    float f;
    long l;
    short s[4];
    struct {
        unsigned char low, high;
    } bytes;
};
struct tagged {
    int tag;
    union {
        double d;
        long bits;
    };
};
shared[4] union word words[4 * THREADS];
shared[2] struct tagged cells[2 * THREADS];

static int float_bits(int k) {
    words[k].i = 7;
    words[k].f = 1.0f;
    return words[k].i;
}
static long part(int k) {
    words[k].l = 7;
    words[k].s[1] = 3;
    words[k].i++;
    return words[k].l;
}
static long byte(int k) {
    words[k].l = 0;
    words[k].bytes.high = 2;
    words[k].l += 5;
    words[k].bytes.low ^= 1;
    return words[k].l;
}
static long anonymous(int k) {
    cells[k].bits = 1;
    cells[k].d = 2.0;
    return cells[k].bits;
}
static long loop(int first) {
    long sum = 0;
    for (int k = first; k < first + 4; k++) {
        words[k].i = k;
        words[k].f = words[k].i * 1.5f;
        words[k].i ^= 1;
        sum += words[k].i;
    }
    return sum;
}
static long loop_expected(int first) {
    long sum = 0;
    for (int k = first; k < first + 4; k++) {
        union word w = {.f = k * 1.5f};
        sum += w.i ^ 1;
    }
    return sum;
}

int main(void) {
    const int next = (MYTHREAD + 1) % THREADS;
    const union word one = {.f = 1.0f};
    const struct tagged two = {.d = 2.0};
    int bad = 0;
    for (int k = 4 * next; k < 4 * next + 4; k++) {
        bad |= (float_bits(k) != one.i) << 0;
        bad |= (part(k) != 0x30008) << 1;
        bad |= (byte(k) != 0x204) << 2;
        bad |= (anonymous(2 * next + k % 2) != two.bits) << 3;
    }
    bad |= (loop(4 * next) != loop_expected(4 * next)) << 4;
    upc_barrier;
    if (bad)
        printf("thread %d: %x\n", MYTHREAD, bad);
    else if (MYTHREAD == 0)
        printf("pass\n");
    return bad != 0;
}
