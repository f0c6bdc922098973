// env: POLDER_WORKERS=2
// A sort by spawned calls. Each thread sorts its own block by a merge sort whose halves run beside
// each other, on the workers of the thread. Thread 0 merges the blocks.
//
//   upcc spawn.upc -o spawn
//   POLDER_WORKERS=2 upcrun -n 2 --bind none ./spawn
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <polder/task.h>

enum { BLOCK = 20000, FEW = 500 };

shared [BLOCK] int keys[BLOCK * THREADS];
shared long checksums[THREADS];

static int compare(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }

static void merge(const int *a, long count_a, const int *b, long count_b, int *into)
{
    while (count_a && count_b) {
        if (*a <= *b) {
            *into++ = *a++;
            count_a--;
        } else {
            *into++ = *b++;
            count_b--;
        }
    }
    memcpy(into, a, count_a * sizeof *a);
    memcpy(into + count_a, b, count_b * sizeof *b);
}

// The function may be spawned: its parameters are two pointers and a number.
static void sort(int *from, int *room, long count);
upc_task_void(sort, int *, int *, long);

static void sort(int *from, int *room, long count)
{
    const long half = count / 2;
    if (count <= FEW) {
        qsort(from, count, sizeof *from, compare);
        return;
    }
    upc_spawn(sort, from, room, half); // whichever worker has nothing to do
    sort(from + half, room + half, count - half);
    upc_join(sort);
    merge(from, half, from + half, count - half, room);
    memcpy(from, room, count * sizeof *from);
}

int main(void)
{
    int *const own = (int *)&keys[BLOCK * MYTHREAD];
    int *const room = malloc(sizeof(int) * BLOCK * THREADS), *const all = malloc(sizeof(int) * BLOCK * THREADS);
    unsigned state = 1 + MYTHREAD;
    long before = 0, after = 0;
    for (int i = 0; i < BLOCK; i++) {
        state = state * 1664525 + 1013904223;
        own[i] = state >> 8;
        before += own[i];
    }
    sort(own, room, BLOCK);
    checksums[MYTHREAD] = before;
    upc_barrier;
    if (MYTHREAD == 0) {
        int in_order = 1;
        long count = 0;
        before = 0;
        for (int t = 0; t < THREADS; t++) {
            int *const block = malloc(sizeof(int) * BLOCK);
            upc_memget(block, &keys[BLOCK * t], sizeof(int) * BLOCK);
            merge(all, count, block, BLOCK, room);
            count += BLOCK;
            memcpy(all, room, sizeof(int) * count);
            before += checksums[t];
            free(block);
        }
        for (long i = 0; i < count; i++) {
            after += all[i];
            in_order &= i == 0 || all[i - 1] <= all[i];
        }
        printf("%s: %ld keys %s\n", in_order && before == after ? "PASS" : "FAIL", count, in_order ? "in order" : "in disorder");
    }
    free(room);
    free(all);
    return 0;
}
