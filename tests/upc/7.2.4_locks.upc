// 7.2.4: locks: mutual exclusion (counts), attempt, one lock for all and locks of one's own, locks
// in shared data, freeing.
#include "check.h"

#define ROUNDS 400
shared long counter;
shared [] long pairs[2];
shared int inside, worst;
upc_lock_t *shared table[4 * THREADS];
shared int table_count[4 * THREADS];
shared int attempts[THREADS];
static upc_lock_t *lock;

int main(void)
{
    lock = upc_all_lock_alloc();
    CHECK(lock != NULL);
    table[MYTHREAD] = lock;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) CHECK(table[t] == lock); // the same lock
    upc_barrier;

    for (int i = 0; i < ROUNDS; i++) {
        upc_lock(lock);
        if (++inside > 1) worst = inside;
        counter++;
        pairs[0] += i;
        pairs[1] -= i;
        CHECK_EQ(pairs[0] + pairs[1], 0);
        inside--;
        upc_unlock(lock);
    }
    upc_barrier;
    CHECK_EQ(counter, (long)ROUNDS * THREADS);
    CHECK_EQ(worst, 0);

    // upc_lock_attempt: 0 while another thread holds it.
    if (MYTHREAD == 0) {
        CHECK_EQ(upc_lock_attempt(lock), 1);
        upc_barrier;
        upc_barrier;
        upc_unlock(lock);
        upc_barrier;
    } else {
        upc_barrier;
        for (int i = 0; i < 10; i++) CHECK_EQ(upc_lock_attempt(lock), 0);
        upc_barrier;
        upc_barrier;
    }
    for (int i = 0; i < 50; i++) {
        while (!upc_lock_attempt(lock)) {}
        attempts[MYTHREAD]++;
        counter--;
        upc_unlock(lock);
    }
    upc_barrier;
    CHECK_EQ(counter, (long)(ROUNDS - 50) * THREADS);

    // A table of locks, each made by one thread and used by all.
    upc_forall (int i = 0; i < 4 * THREADS; i++; &table[i]) table[i] = upc_global_lock_alloc();
    upc_barrier;
    for (int i = 0; i < 4 * THREADS; i++)
        for (int k = 0; k < i; k++) CHECK(table[i] != table[k]);
    for (int i = 0; i < ROUNDS; i++) {
        const int k = (i * 7 + MYTHREAD) % (4 * THREADS), m = (k + 1) % (4 * THREADS);
        upc_lock_t *const first = table[k < m ? k : m], *const second = table[k < m ? m : k];
        upc_lock(first); // two at once, in a fixed order
        upc_lock(second);
        table_count[k]++;
        table_count[m]++;
        upc_unlock(first);
        upc_unlock(second);
    }
    upc_barrier;
    int sum = 0;
    for (int i = 0; i < 4 * THREADS; i++) sum += table_count[i];
    CHECK_EQ(sum, 2 * ROUNDS * THREADS);
    upc_barrier;
    upc_forall (int i = 0; i < 4 * THREADS; i++; i + 1) upc_lock_free(table[i]); // not by the one that made it
    upc_lock(lock);
    upc_unlock(lock);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) upc_lock(lock);
    upc_barrier;
    upc_all_lock_free(lock); // locked or not
    upc_lock_free(NULL);
    upc_all_lock_free(NULL);
    PASS();
    return 0;
}
