// Castability (optional library): every thread reads and writes the objects of every other thread
// of its node, of all kinds of memory the library names, through private pointers; these stay valid
// and are the same for the same object. What lies on another node cannot be cast.
#include "check.h"
#include <upc_castable.h>

#if UPC_CASTABLE_ALL != (UPC_CASTABLE_ALL_ALLOC | UPC_CASTABLE_GLOBAL_ALLOC | UPC_CASTABLE_ALLOC | UPC_CASTABLE_STATIC)
#error "usable in #if, and ALL is all of them"
#endif

shared int statics[3 * THREADS];
shared [7] double blocked[7 * THREADS];
shared [] char *shared blocks[THREADS];
shared int *shared of_one;

static int castable(int t) { return upc_thread_info(t).guaranteedCastable != 0; }

static void exchange(shared int *base, int region)
{
    int *kept[THREADS];
    for (int t = 0; t < THREADS; t++) {
        const upc_thread_info_t info = upc_thread_info(t);
        int *p = kept[t] = upc_cast(base + t);
        CHECK_EQ(info.guaranteedCastable & region, p ? region : 0);
        CHECK_EQ(info.probablyCastable & info.guaranteedCastable, info.guaranteedCastable);
        CHECK_EQ(!p, !castable(t));
        if ((t + 1) % THREADS == MYTHREAD) {
            if (p) *p = 100 + MYTHREAD;
            else base[t] = 100 + MYTHREAD;
        }
    }
    upc_barrier;
    CHECK_EQ(base[MYTHREAD], 100 + (MYTHREAD + 1) % THREADS);
    CHECK((int *)(base + MYTHREAD) == upc_cast(base + MYTHREAD));
    for (int t = 0; t < THREADS; t++) {
        if (kept[t]) CHECK_EQ(*kept[t], 100 + (t + 1) % THREADS);
        CHECK(upc_cast(base + t) == kept[t]);
    }
    upc_barrier;
}

// The whole portion of an object on one thread, through one pointer.
static void portions(void)
{
    const int next = (MYTHREAD + 1) % THREADS;
    double *mine = upc_cast(&blocked[7 * next]);
    for (int i = 0; i < 7; i++) {
        if (mine) mine[i] = 10 * next + i;
        else blocked[7 * next + i] = 10 * next + i;
    }
    CHECK(upc_cast(&blocked[7 * next + 3]) == (mine ? mine + 3 : 0));
    upc_barrier;
    for (int i = 0; i < 7; i++) CHECK(blocked[7 * MYTHREAD + i] == 10 * MYTHREAD + i);
    blocks[MYTHREAD] = upc_alloc(100000);
    upc_barrier;
    char *theirs = upc_cast(blocks[next]);
    for (int i = 0; i < 100000; i += 999) {
        if (theirs) theirs[i] = (char)('a' + MYTHREAD);
        else blocks[next][i] = (char)('a' + MYTHREAD);
    }
    upc_barrier;
    for (int i = 0; i < 100000; i += 999) CHECK_EQ(blocks[MYTHREAD][i], 'a' + (MYTHREAD + THREADS - 1) % THREADS);
    upc_barrier;
    upc_free(blocks[MYTHREAD]);
}

int main(void)
{
    shared int *all = upc_all_alloc(THREADS, sizeof(int));
    exchange(statics, UPC_CASTABLE_STATIC);
    exchange(all, UPC_CASTABLE_ALL_ALLOC);
    if (MYTHREAD == THREADS - 1) of_one = upc_global_alloc(THREADS, sizeof(int));
    upc_barrier;
    exchange(of_one, UPC_CASTABLE_GLOBAL_ALLOC);
    portions();
    CHECK(upc_cast(0) == 0);
    /* The threads of a node are one range, and the caller is among them. */
    int changes = 0, number = 0;
    for (int t = 0; t < THREADS; t++) {
        if (castable(t)) CHECK_EQ(upc_thread_info(t).guaranteedCastable, UPC_CASTABLE_ALL);
        number += castable(t);
        changes += castable(t) != (t ? castable(t - 1) : 0);
    }
    CHECK(castable(MYTHREAD) && changes <= 2);
    const char *nodes = getenv("TEST_NODES");
    if (nodes) CHECK(number <= THREADS / atoi(nodes) + 1);
    else CHECK_EQ(number, THREADS);
    CHECK_EQ(upc_thread_info(THREADS).guaranteedCastable | upc_thread_info(THREADS).probablyCastable, 0);
    CHECK_EQ(upc_thread_info((size_t)-1).guaranteedCastable, 0);
    CHECK_EQ(__UPC_CASTABLE__, 1);
    upc_barrier;
    if (MYTHREAD == 0) {
        upc_free(of_one);
        upc_free(all);
    }
    PASS();
    return 0;
}
