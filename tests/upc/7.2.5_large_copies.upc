// 7.2.5: copies of megabytes between all pairs of threads, all at once.
#include "check.h"
#include <stdlib.h>

#define WORDS 300000
shared [] unsigned *shared part[THREADS];

int main(void)
{
    part[MYTHREAD] = upc_alloc(2 * WORDS * sizeof(unsigned));
    CHECK(part[MYTHREAD] != NULL);
    unsigned *own = (unsigned *)part[MYTHREAD];
    for (unsigned i = 0; i < WORDS; i++) own[i] = i * 2654435761u + (unsigned)MYTHREAD;
    upc_barrier;
    unsigned *copy = malloc(WORDS * sizeof *copy);
    for (int t = 0; t < THREADS; t++) {
        const int other = (MYTHREAD + t) % THREADS;
        upc_memcpy(part[MYTHREAD] + WORDS, part[other], WORDS * sizeof(unsigned));
        upc_memget(copy, part[other], WORDS * sizeof(unsigned));
        for (unsigned i = 0; i < WORDS; i++) {
            CHECK(own[WORDS + i] == i * 2654435761u + (unsigned)other);
            CHECK(copy[i] == own[WORDS + i]);
        }
        upc_barrier;
    }
    const int right = (MYTHREAD + 1) % THREADS;
    for (unsigned i = 0; i < WORDS; i++) copy[i] = ~i + (unsigned)MYTHREAD;
    upc_memput(part[right] + WORDS, copy, WORDS * sizeof(unsigned));
    upc_barrier;
    for (unsigned i = 0; i < WORDS; i++) CHECK(own[WORDS + i] == ~i + (unsigned)((MYTHREAD + THREADS - 1) % THREADS));
    upc_memset(part[right], 0, WORDS * sizeof(unsigned));
    upc_barrier;
    for (unsigned i = 0; i < WORDS; i++) CHECK(own[i] == 0);
    free(copy);
    upc_barrier;
    upc_free(part[right]);
    PASS();
    return 0;
}
