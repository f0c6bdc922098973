// crowd: long (each of its many operations waits for processes that share cores)
// threads: 1 2 3 4 7 20
// limit: 960 (between nodes that share cores each of its thousands of operations takes milliseconds)
// What the sync modes of collective functions do not do: threads whose data a call does not touch
// are not waited for. Each case gives an order in which threads enter, every one only after the one
// before has left; a mode that synchronises more than it must hangs here. Many calls in a row, so
// that what an early thread leaves for later ones is reused. One pair of cases may have the early
// thread a few calls ahead.
#include "check.h"
#include <upc_collective.h>
#include <upc_relaxed.h>

#define ROUNDS (THREADS > 8 ? 10 : often(40, 4)) /* more than a slot is kept for */
#define AHEAD 10

shared [] char *src, *dst; /* ROOM bytes on each thread, thread 0's address */
#define ROOM 4096
shared int perm[THREADS];
shared int results[THREADS];
strict shared long left; /* threads that have left, over all rounds */

static long entered;

/* The calling thread is the turn-th to go; counted on through all rounds. */
static void await_turn(long turn)
{
    while (left != entered + turn) {}
}

static int first(int a, int b) { (void)b; return a; }

enum { BROADCAST, SCATTER, GATHER, GATHER_ALL, EXCHANGE, PERMUTE, REDUCE, PREFIX_REDUCE };

/* root: the thread of the single array, or of the result. */
static void call(int function, int root, size_t bytes, upc_flag_t flags)
{
    shared [] char *on_root = (shared [] char *)((shared char *)src + root), *to_root = (shared [] char *)((shared char *)dst + root);
    switch (function) {
    case BROADCAST: upc_all_broadcast(dst, on_root, bytes, flags); break;
    case SCATTER: upc_all_scatter(dst, on_root, bytes, flags); break;
    case GATHER: upc_all_gather(to_root, src, bytes, flags); break;
    case GATHER_ALL: upc_all_gather_all(dst, src, bytes, flags); break;
    case EXCHANGE: upc_all_exchange(dst, src, bytes, flags); break;
    case PERMUTE: upc_all_permute(dst, src, perm, bytes, flags); break;
    case REDUCE: upc_all_reduceI(to_root, src, UPC_ADD, bytes / 4 * THREADS, bytes / 4, 0, flags); break;
    case PREFIX_REDUCE: upc_all_prefix_reduceI(dst, src, UPC_NONCOMM_FUNC, bytes / 4 * THREADS, bytes / 4, first, flags); break;
    }
}

/* Threads go one after the other: first `start`, then start + 1 ... round the threads. */
static void one_by_one(int function, int root, int start, size_t bytes, upc_flag_t flags)
{
    for (int round = 0; round < ROUNDS; round++) {
        await_turn((MYTHREAD - start + THREADS) % THREADS);
        call(function, root, bytes, flags);
        left = left + 1;
        entered += THREADS;
    }
    upc_barrier;
}

/* Thread `early` makes AHEAD calls before the others begin. */
static void ahead(int function, int root, int early, size_t bytes, upc_flag_t flags)
{
    for (int round = 0; round < ROUNDS / AHEAD; round++) {
        if (MYTHREAD != early) await_turn(1);
        for (int i = 0; i < AHEAD; i++) call(function, root, bytes, flags);
        if (MYTHREAD == early) left = left + 1;
        upc_barrier;
        entered += 1;
    }
}

int main(void)
{
    const upc_flag_t none = UPC_IN_NOSYNC | UPC_OUT_NOSYNC, mine = UPC_IN_MYSYNC | UPC_OUT_MYSYNC;
    const upc_flag_t mine_in = UPC_IN_MYSYNC | UPC_OUT_NOSYNC, mine_out = UPC_IN_NOSYNC | UPC_OUT_MYSYNC;
    src = (shared [] char *)upc_all_alloc(THREADS, ROOM * THREADS);
    dst = (shared [] char *)upc_all_alloc(THREADS, ROOM * THREADS);
    perm[MYTHREAD] = THREADS - 1 - MYTHREAD;
    upc_barrier;
    for (size_t bytes = 8; bytes <= 2048; bytes *= 16) { /* through slots, and not */
        for (int start = 0; start < THREADS; start += THREADS - 1 ? THREADS - 1 : 1) {
            /* Nobody waits for anybody, whoever comes first. */
            for (int f = BROADCAST; f <= PERMUTE; f++) one_by_one(f, THREADS / 2, start, bytes, none);
            /* The data lies on the first to come. */
            if (bytes <= 48) one_by_one(BROADCAST, start, start, bytes, mine);
            one_by_one(BROADCAST, start, start, bytes, mine_in);
            one_by_one(SCATTER, start, start, bytes, mine_in);
            one_by_one(GATHER, start, start, bytes, mine_in);
            if (bytes <= 48) one_by_one(BROADCAST, start, start, bytes, mine_out);
        }
        /* The owner of the result comes last: the others have given theirs and gone. */
        one_by_one(REDUCE, THREADS - 1, 0, bytes, none);
        one_by_one(REDUCE, THREADS - 1, 0, bytes, mine);
        one_by_one(GATHER, THREADS - 1, 0, bytes, mine_out);
        one_by_one(SCATTER, THREADS - 1, 0, bytes, mine_out);
        one_by_one(PREFIX_REDUCE, 0, 0, bytes, none);
        one_by_one(PREFIX_REDUCE, 0, 0, bytes, mine);
    }
    ahead(BROADCAST, 0, 0, 8, mine);
    ahead(REDUCE, THREADS - 1, 0, 8, mine);
    ahead(PREFIX_REDUCE, 0, 0, 8, none);
    ahead(EXCHANGE, 0, THREADS - 1, 8, none);
    PASS();
    return 0;
}
