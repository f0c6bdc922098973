// 6.5.1: qualifiers on shared data and in pointers: const, volatile, restrict, strict, relaxed in
// every order; pointers at every level.
#include "check.h"

shared int plain[THREADS];
const shared int fixed[THREADS];
int const shared volatile mixed[THREADS];
volatile shared [2] unsigned char quick[2 * THREADS];
strict shared int tight;
shared strict int tight_too;
relaxed shared int loose;
int relaxed shared loose_too;
typedef strict shared int tight_type;
tight_type tight_array[THREADS];
typedef shared int *handle;
typedef int *plain_pointer;

shared int *p1;                          // private pointer to shared
shared int *shared p2;                   // shared pointer to shared, with thread 0
int *shared p3[THREADS];                 // shared pointers to private
shared [4] int *shared [2] p4[2 * THREADS]; // blocked array of pointers to blocked
shared int *const p5 = NULL;
handle shared p6[THREADS];
plain_pointer shared p7;
shared int *shared *shared p8;           // shared pointer to shared pointer to shared
shared [] const char *p9;
shared [4] int blocked[8 * THREADS];

static int sum(shared const int *restrict a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

int main(void)
{
    int own = 10 + MYTHREAD;
    plain[MYTHREAD] = MYTHREAD;
    p1 = &plain[0];
    p3[MYTHREAD] = &own;
    p4[2 * MYTHREAD + 1] = &blocked[4 * MYTHREAD + 3];
    p6[MYTHREAD] = &plain[THREADS - 1 - MYTHREAD];
    quick[2 * MYTHREAD] = 7;
    tight_array[MYTHREAD] = MYTHREAD + 1;
    if (MYTHREAD == 0) {
        p2 = &plain[THREADS - 1];
        p8 = &p2;
        tight = 1;
        tight_too = 2;
        loose = 3;
        loose_too = 4;
        p7 = &own;
    }
    upc_barrier;
    CHECK_EQ(sum(plain, THREADS), THREADS * (THREADS - 1) / 2);
    CHECK_EQ(*p2, THREADS - 1);
    CHECK(*p8 == p2 && **p8 == THREADS - 1);
    CHECK_EQ(*p3[MYTHREAD], own);
    for (int t = 0; t < THREADS; t++) {
        CHECK(p4[2 * t + 1] == &blocked[4 * t + 3]);
        CHECK_EQ(upc_phaseof(p4[2 * t + 1]), 3);
        CHECK(p4[2 * t] == NULL);
        CHECK_EQ(*p6[t], THREADS - 1 - t);
        CHECK_EQ(quick[2 * t], 7);
        CHECK_EQ(tight_array[t], t + 1);
        CHECK_EQ(fixed[t] + mixed[t], 0);
        CHECK_EQ(p6[t][0], p1[THREADS - 1 - t]);
    }
    CHECK_EQ(tight + tight_too + loose + loose_too, 10);
    CHECK(p5 == NULL && p9 == NULL);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        (*p2)++;
        *p8 = &plain[0];
        p2 += 1 % THREADS;
    }
    upc_barrier;
    CHECK_EQ(plain[THREADS - 1], THREADS);
    CHECK(*p8 == &plain[1 % THREADS]);
    if (MYTHREAD == 0) CHECK(*p7 == 10);
    PASS();
    return 0;
}
