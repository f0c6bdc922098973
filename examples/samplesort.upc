// Sample sort: a real parallel algorithm in a page, with one-sided exchange.
//
// Every thread sorts its own keys and shows a few of them; from these, all threads work out the
// same borders. Then each thread counts how many of its keys go to whom and publishes the counts.
// From the counts everybody knows where everything goes, so each thread puts its keys straight into
// the others' memory (upc_memput): no receiver, no message, one barrier.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

#define KEYS 20000 // per thread
#define SAMPLES 32 // per thread

typedef unsigned key;

shared [SAMPLES] key sample[SAMPLES * THREADS];
shared int *count;                      // count[from * THREADS + to]; block 1, so column `to` lives with thread `to`
shared [] key *shared bucket[THREADS];  // where each thread receives its keys
shared int received[THREADS];
shared unsigned long before[THREADS], after[THREADS]; // sums of the keys: nothing may be lost or invented

static int compare(const void *a, const void *b)
{
    const key x = *(const key *)a, y = *(const key *)b;
    return (x > y) - (x < y);
}

static key *fresh_keys(void)
{
    key *mine = malloc(KEYS * sizeof *mine);
    unsigned long state = 88172645463325252ul + 1000003ul * (unsigned long)MYTHREAD, sum = 0;
    for (int i = 0; i < KEYS; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        mine[i] = (key)(state >> 32) >> (i % 3 ? 0 : 8); // uneven on purpose
        sum += mine[i];
    }
    before[MYTHREAD] = sum;
    return mine;
}

// Borders between the threads' ranges: the same on every thread.
static void choose_borders(const key *mine, key *border)
{
    for (int i = 0; i < SAMPLES; i++) sample[SAMPLES * MYTHREAD + i] = mine[(long)KEYS * i / SAMPLES];
    upc_barrier;
    key *all = malloc(SAMPLES * THREADS * sizeof *all);
    for (int t = 0; t < THREADS; t++)
        upc_memget(all + SAMPLES * t, &sample[SAMPLES * t], SAMPLES * sizeof *all);
    qsort(all, SAMPLES * THREADS, sizeof *all, compare);
    for (int t = 1; t < THREADS; t++) border[t] = all[SAMPLES * t];
    free(all);
}

int main(void)
{
    key *mine = fresh_keys();
    key *border = malloc((THREADS + 1) * sizeof *border);
    int *start = malloc((THREADS + 1) * sizeof *start);

    qsort(mine, KEYS, sizeof *mine, compare);
    choose_borders(mine, border);
    count = upc_all_alloc((size_t)THREADS * THREADS, sizeof(int));

    start[0] = 0;
    for (int t = 1, i = 0; t < THREADS; t++) {
        while (i < KEYS && mine[i] < border[t]) i++;
        start[t] = i;
    }
    start[THREADS] = KEYS;
    for (int t = 0; t < THREADS; t++) count[MYTHREAD * THREADS + t] = start[t + 1] - start[t];
    upc_barrier;

    int expected = 0;
    for (int t = 0; t < THREADS; t++) expected += count[t * THREADS + MYTHREAD];
    received[MYTHREAD] = expected;
    bucket[MYTHREAD] = upc_alloc((expected + 1) * sizeof(key));
    upc_barrier;

    for (int to = 0; to < THREADS; to++) {
        int place = 0; // behind what the threads before me send there
        for (int from = 0; from < MYTHREAD; from++) place += count[from * THREADS + to];
        upc_memput(bucket[to] + place, mine + start[to], (start[to + 1] - start[to]) * sizeof(key));
    }
    upc_barrier;

    key *sorted = (key *)bucket[MYTHREAD];
    qsort(sorted, expected, sizeof *sorted, compare);
    unsigned long sum = 0;
    for (int i = 0; i < expected; i++) sum += sorted[i];
    after[MYTHREAD] = sum;
    upc_barrier;

    int status = 0;
    if (MYTHREAD == 0) {
        unsigned long in = 0, out = 0, n = 0, unordered = 0;
        key last = 0;
        for (int t = 0; t < THREADS; t++) {
            in += before[t];
            out += after[t];
            n += received[t];
            for (int i = 0; i < received[t]; i++) {
                const key k = bucket[t][i];
                unordered += k < last;
                last = k;
            }
            printf("thread %d received %d keys\n", t, received[t]);
        }
        status = in != out || n != (unsigned long)KEYS * THREADS || unordered;
        if (status) printf("FAIL: %lu keys, %lu out of order, sum %lu became %lu\n", n, unordered, in, out);
        else printf("PASS: %lu keys in order\n", n);
    }
    upc_barrier;
    upc_free(bucket[MYTHREAD]);
    upc_all_free(count);
    free(start);
    free(border);
    free(mine);
    return status;
}
