// sanitize: not thread (all threads write the same value)
// 6.5.1: volatile and const shared data; compound operations on volatile lvalues; casting const
// away; arrays of const.
#include "check.h"

volatile shared int counter[THREADS];
volatile shared [3] long blocked[3 * THREADS];
shared const int *view;
const shared volatile char *seen;
shared int data[4 * THREADS];
volatile shared struct {
    int a;
    unsigned b : 5;
} record[THREADS];

static int first(const shared int *p) { return p[0]; }

int main(void)
{
    const int right = (MYTHREAD + 1) % THREADS;
    counter[right]++;
    counter[right] += 2;
    ++counter[right];
    blocked[3 * right + 2] |= 5;
    blocked[3 * right + 2] <<= 4;
    record[right].a -= 7;
    record[right].b += 30;
    data[right] = 6;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ(counter[t], 4);
        CHECK_EQ(blocked[3 * t + 2], 80);
        CHECK_EQ(record[t].a, -7);
        CHECK_EQ(record[t].b, 30);
    }
    view = data;
    CHECK_EQ(view[THREADS - 1] + first(data) + first(view + 0), 18);
    seen = (const shared volatile char *)&data[0];
    CHECK_EQ(*seen, 6);
    upc_barrier;
    *(shared int *)view = 8;
    upc_barrier;
    CHECK_EQ(data[0], 8);
    PASS();
    return 0;
}
