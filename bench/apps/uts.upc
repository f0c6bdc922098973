/* UTS (see uts.h) with random stealing. Each thread keeps its nodes in a stack that the others can see:
 *
 *     0 ... first ... end ... top
 *
 * From end to top they are the owner's alone; those from first to end may be stolen. The owner moves end to give away or take back a
 * chunk, thieves move first, both under the stack's lock. Prints the time of the whole search.
 *
 * The end: a thread counts as idle while it has no node and is not stealing. If all are idle there is no node left, because a thief
 * stops being idle before it looks into a stack with the lock held. */
#include <upc_relaxed.h>

#include "uts.h"

enum { CAPACITY = 1 << 16, CHUNK = 20 };

typedef shared [] struct uts_node *stack_t;

shared stack_t stack_of[THREADS];
shared long first_of[THREADS], end_of[THREADS];
upc_lock_t *shared lock_of[THREADS];
strict shared int idle;
shared struct uts_counts counts_of[THREADS];

static upc_lock_t *idle_lock;
static stack_t stack; /* this thread's, */
static long top;      /* and its top */
static uint64_t random_state;

static void idle_add(int change) {
    upc_lock(idle_lock);
    idle += change;
    upc_unlock(idle_lock);
}

/* Moves all nodes to the bottom of the stack, if room is left below them. */
static void stack_compact(void) {
    upc_lock(lock_of[MYTHREAD]);
    const long first = first_of[MYTHREAD];
    if (first == 0) {
        fprintf(stderr, "uts: more than %d nodes on a stack\n", CAPACITY);
        upc_global_exit(1);
    }
    for (long n = first; n < top; n++) stack[n - first] = stack[n];
    first_of[MYTHREAD] = 0;
    end_of[MYTHREAD] -= first;
    top -= first;
    upc_unlock(lock_of[MYTHREAD]);
}

static void children_push(const struct uts_tree *tree, const struct uts_node *node, struct uts_counts *counts) {
    const int children = uts_children(tree, node);
    counts->nodes++;
    counts->leaves += children == 0;
    if (top + children > CAPACITY) stack_compact();
    for (int c = 0; c < children; c++) stack[top++] = uts_child(node, c);
}

/* Gives a chunk away if enough is left. */
static void chunk_release(void) {
    if (top - end_of[MYTHREAD] < 2 * CHUNK) return;
    upc_lock(lock_of[MYTHREAD]);
    end_of[MYTHREAD] += CHUNK;
    upc_unlock(lock_of[MYTHREAD]);
}

/* Takes back up to a chunk that nobody has stolen; whether there was any. An empty stack begins at its bottom again. */
static int chunk_reacquire(void) {
    upc_lock(lock_of[MYTHREAD]);
    const long left = end_of[MYTHREAD] - first_of[MYTHREAD];
    if (left == 0) first_of[MYTHREAD] = end_of[MYTHREAD] = top = 0;
    end_of[MYTHREAD] -= left < CHUNK ? left : CHUNK;
    upc_unlock(lock_of[MYTHREAD]);
    return left > 0;
}

/* Takes half of what a thread offers, onto the empty stack of this one. */
static int nodes_steal(int victim) {
    upc_lock(lock_of[victim]);
    const long first = first_of[victim], offered = end_of[victim] - first, taken = (offered + 1) / 2;
    upc_memcpy(stack, stack_of[victim] + first, (size_t)taken * sizeof(struct uts_node));
    first_of[victim] = first + taken;
    upc_unlock(lock_of[victim]);
    top = taken;
    return taken > 0;
}

static int victim_find(void) {
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    const int from = (int)((random_state >> 33) % THREADS);
    for (int v = 0; v < THREADS; v++) {
        const int victim = (from + v) % THREADS;
        if (victim != MYTHREAD && end_of[victim] > first_of[victim]) return victim;
    }
    return -1;
}

/* Waits until this thread has stolen something (1) or nobody has anything (0). */
static int work_find(void) {
    idle_add(1);
    while (idle < THREADS) {
        const int victim = victim_find();
        if (victim < 0) continue;
        idle_add(-1);
        if (nodes_steal(victim)) return 1;
        idle_add(1);
    }
    return 0;
}

static struct uts_counts search(const struct uts_tree *tree) {
    struct uts_counts counts = {0, 0};
    do {
        do {
            while (top > end_of[MYTHREAD]) {
                const struct uts_node node = stack[--top];
                children_push(tree, &node, &counts);
                chunk_release();
            }
        } while (chunk_reacquire());
    } while (work_find());
    return counts;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct uts_tree *tree = uts_tree_find(name);
    if (!tree) return program_unknown_class("uts", name);
    idle_lock = upc_all_lock_alloc();
    lock_of[MYTHREAD] = upc_global_lock_alloc();
    stack = stack_of[MYTHREAD] = upc_alloc(CAPACITY * sizeof(struct uts_node));
    random_state = (uint64_t)MYTHREAD;
    if (MYTHREAD == 0) stack[top++] = uts_root(tree);
    upc_barrier;
    const double start = bench_now_ns();
    counts_of[MYTHREAD] = search(tree);
    upc_barrier;
    if (MYTHREAD == 0) bench_print("uts", bench_now_ns() - start);
    struct uts_counts all = {0, 0};
    for (int t = 0; t < THREADS; t++) {
        all.nodes += counts_of[t].nodes;
        all.leaves += counts_of[t].leaves;
    }
    upc_barrier;
    upc_lock_free(lock_of[MYTHREAD]);
    upc_all_lock_free(idle_lock);
    upc_free(stack_of[MYTHREAD]);
    return MYTHREAD == 0 ? program_verdict("uts", name, uts_right(tree, &all)) : 0;
}
