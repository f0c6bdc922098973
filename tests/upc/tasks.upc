// env: POLDER_WORKERS=3
// Tasks in UPC code: whichever worker runs one, MYTHREAD, private data, shared accesses, locks and
// allocation are those of its thread.
#include "check.h"
#include <polder/task.h>
#include <upc.h>

enum { DEPTH = 9, LEAVES = 1 << DEPTH };

shared [LEAVES] int leaves[LEAVES * THREADS];
shared int sums[THREADS];
static upc_lock_t *lock;
static int private_sum; // under the lock

struct part {
    int first, count;
};

static void fill(void *argument)
{
    const struct part *part = argument;
    if (part->count > 1) {
        const struct part left = {part->first, part->count / 2};
        struct part right = {part->first + part->count / 2, part->count / 2};
        polder_task_spawn(fill, &left, sizeof left);
        fill(&right);
        polder_task_join();
        return;
    }
    const int next = (MYTHREAD + 1) % THREADS;
    leaves[LEAVES * next + part->first] = MYTHREAD + part->first;
    shared [] int *block = upc_alloc(sizeof(int));
    *block = part->first;
    upc_lock(lock);
    private_sum += *block;
    upc_unlock(lock);
    upc_free(block);
}

int main(void)
{
    struct part all = {0, LEAVES};
    const int last = (MYTHREAD + THREADS - 1) % THREADS;
    lock = upc_global_lock_alloc(); // each thread its own
    fill(&all);
    sums[MYTHREAD] = private_sum;
    upc_barrier;
    for (int i = 0; i < LEAVES; i++) CHECK(leaves[LEAVES * MYTHREAD + i] == last + i);
    CHECK(sums[last] == LEAVES * (LEAVES - 1) / 2);
    CHECK(polder_workers() == 3 && polder_worker_number() == 0);
    upc_lock_free(lock);
    PASS();
    return 0;
}
