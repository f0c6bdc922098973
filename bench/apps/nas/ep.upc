/* NAS EP (see ep.h): blocks of pairs are dealt out by upc_forall, the sums of all threads meet
 * under a lock. Prints the time of the whole. */
#include <upc_relaxed.h>

#include "ep.h"

shared struct ep_sums all;
static upc_lock_t *lock;

static void add_to_all(const struct ep_sums *mine) {
    upc_lock(lock);
    all.x += mine->x;
    all.y += mine->y;
    for (int a = 0; a < EP_ANNULI; a++) all.count[a] += mine->count[a];
    upc_unlock(lock);
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'W');
    const struct ep_class *class = ep_class_find(name);
    if (!class) return program_unknown_class("ep", name);
    const long blocks = 1L << (class->bits - EP_BLOCK_BITS);
    struct ep_sums mine = {0};
    int wrong = 0;
    lock = upc_all_lock_alloc();
    upc_barrier;
    const double start = bench_now_ns();
    upc_forall (long block = 0; block < blocks; block++; block) ep_block(block, &mine);
    add_to_all(&mine);
    upc_barrier;
    if (MYTHREAD == 0) {
        const struct ep_sums sums = all;
        bench_print("ep", bench_now_ns() - start);
        wrong = program_verdict("ep", name, ep_right(class, &sums));
    }
    upc_all_lock_free(lock);
    return wrong;
}
