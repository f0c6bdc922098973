// Strict structures are copied whole, padding included, as a copy in memory would: programs compare
// them with memcmp.
#include "check.h"
#include <string.h>
#include <upc_strict.h>

struct mixed {
    char tag;
    short small;
    long long wide;
    int list[5];
};

shared struct mixed filled[3 * THREADS];
shared struct mixed copied[3 * THREADS];

static void fill(struct mixed *m, int i)
{
    memset(m, 0, sizeof *m);
    m->tag = (char)i;
    m->small = (short)(i + 1);
    m->wide = i + 2;
    for (int j = 0; j < 5; j++) m->list[j] = i * j;
}

int main(void)
{
    for (int i = MYTHREAD; i < 3 * THREADS; i += THREADS) fill((struct mixed *)&filled[i], i);
    upc_barrier;
    for (int i = 0; i < 3 * THREADS; i++) {
        struct mixed expected, got = filled[i];
        fill(&expected, i);
        CHECK(memcmp(&got, &expected, sizeof got) == 0);
        if (i % THREADS == MYTHREAD) copied[i] = expected;
    }
    upc_barrier;
    for (int i = MYTHREAD; i < 3 * THREADS; i += THREADS) {
        struct mixed expected;
        fill(&expected, i);
        CHECK(memcmp((struct mixed *)&copied[i], &expected, sizeof expected) == 0);
    }
    PASS();
}
