/* Reference for uts.upc: the same search with random stealing by OpenMP threads, stacks and locks
 * in ordinary memory. Prints the time of the whole search. */
#include <omp.h>

#include "uts.h"

enum { CAPACITY = 1 << 16, CHUNK = 20 };

/* What is first ... end may be stolen with the lock held, what is end ... top is the owner's. */
struct stack {
    struct uts_node *node;
    long first;
    long end;
    long top;
    omp_lock_t lock;
    uint64_t random_state;
    struct uts_counts counts;
} __attribute__((aligned(128)));

static struct stack stacks[PROGRAM_REFERENCE_THREADS];
static int idle;

/* Read by others without the lock, as a hint. */
static long hint(const long *field) {
    return __atomic_load_n(field, __ATOMIC_RELAXED);
}
static void set(long *field, long value) {
    __atomic_store_n(field, value, __ATOMIC_RELAXED);
}

static void stack_compact(struct stack *s) {
    omp_set_lock(&s->lock);
    if (s->first == 0) {
        fprintf(stderr, "uts: more than %d nodes on a stack\n", CAPACITY);
        exit(1);
    }
    memmove(s->node, s->node + s->first, (size_t)(s->top - s->first) * sizeof *s->node);
    s->top -= s->first;
    set(&s->end, s->end - s->first);
    set(&s->first, 0);
    omp_unset_lock(&s->lock);
}

static void children_push(struct stack *s, const struct uts_tree *tree, const struct uts_node *node) {
    const int children = uts_children(tree, node);
    s->counts.nodes++;
    s->counts.leaves += children == 0;
    if (s->top + children > CAPACITY) stack_compact(s);
    for (int c = 0; c < children; c++)
        s->node[s->top++] = uts_child(node, c);
}

static void chunk_release(struct stack *s) {
    if (s->top - s->end < 2 * CHUNK) return;
    omp_set_lock(&s->lock);
    set(&s->end, s->end + CHUNK);
    omp_unset_lock(&s->lock);
}

static int chunk_reacquire(struct stack *s) {
    omp_set_lock(&s->lock);
    const long left = s->end - s->first;
    if (left == 0) {
        s->top = 0;
        set(&s->first, 0);
        set(&s->end, 0);
    }
    set(&s->end, s->end - (left < CHUNK ? left : CHUNK));
    omp_unset_lock(&s->lock);
    return left > 0;
}

static int nodes_steal(struct stack *thief, struct stack *victim) {
    omp_set_lock(&victim->lock);
    const long offered = victim->end - victim->first;
    const long taken = offered < CHUNK ? offered : CHUNK;
    memcpy(thief->node, victim->node + victim->first, (size_t)taken * sizeof *thief->node);
    set(&victim->first, victim->first + taken);
    omp_unset_lock(&victim->lock);
    thief->top = taken;
    return taken > 0;
}

static struct stack *victim_find(struct stack *thief) {
    thief->random_state = thief->random_state * 6364136223846793005U + 1442695040888963407U;
    const int from = (int)((thief->random_state >> 33) % PROGRAM_REFERENCE_THREADS);
    for (int v = 0; v < PROGRAM_REFERENCE_THREADS; v++) {
        struct stack *victim = &stacks[(from + v) % PROGRAM_REFERENCE_THREADS];
        if (victim != thief && hint(&victim->end) > hint(&victim->first)) return victim;
    }
    return NULL;
}

static int work_find(struct stack *thief) {
    __atomic_fetch_add(&idle, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&idle, __ATOMIC_SEQ_CST) < PROGRAM_REFERENCE_THREADS) {
        struct stack *victim = victim_find(thief);
        if (!victim) continue;
        __atomic_fetch_sub(&idle, 1, __ATOMIC_SEQ_CST);
        if (nodes_steal(thief, victim)) return 1;
        __atomic_fetch_add(&idle, 1, __ATOMIC_SEQ_CST);
    }
    return 0;
}

static void search(struct stack *s, const struct uts_tree *tree) {
    do {
        do {
            while (s->top > s->end) {
                const struct uts_node node = s->node[--s->top];
                children_push(s, tree, &node);
                chunk_release(s);
            }
        } while (chunk_reacquire(s));
    } while (work_find(s));
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct uts_tree *tree = uts_tree_find(name);
    if (!tree) return program_unknown_class("uts", name);
    for (int t = 0; t < PROGRAM_REFERENCE_THREADS; t++) {
        stacks[t].node = program_memory(CAPACITY * sizeof *stacks[t].node);
        stacks[t].random_state = (uint64_t)t;
        omp_init_lock(&stacks[t].lock);
    }
    stacks[0].node[stacks[0].top++] = uts_root(tree);
    const double start = bench_now_ns();
#pragma omp parallel num_threads(PROGRAM_REFERENCE_THREADS)
    search(&stacks[omp_get_thread_num()], tree);
    bench_print("uts", bench_now_ns() - start);
    struct uts_counts all = {0, 0};
    for (int t = 0; t < PROGRAM_REFERENCE_THREADS; t++) {
        all.nodes += stacks[t].counts.nodes;
        all.leaves += stacks[t].counts.leaves;
    }
    return program_verdict("uts", name, uts_right(tree, &all));
}
