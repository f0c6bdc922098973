/* UTS (see uts.h). Each thread keeps its nodes in a stack that the others can see:
 *
 *     0 ... first ... end ... top
 *
 * From end to top they are the owner's alone; those from first to end may be stolen. The owner
 * moves end to give away or take back a chunk, thieves move first, both under the stack's lock.
 * Prints the time of the whole search, and the steals (uts_steals.h).
 *
 *   random       (or no word) a thief begins to look at a random thread, and takes a chunk
 *   local        threads of its own node first, and many times, before the others; of another
 *                node's it takes half of what is offered. It offers most of that again, as the
 *                way there is long
 *   diffusion    a thief asks by distance: threads of its core, then of its L3 cache, NUMA domain,
 *                package and node. It does so many times before it asks other nodes. It takes half
 *                of everybody's, so that work spreads in few steps
 *
 * The end: a thread counts as idle while it has no node and is not stealing. If all are idle there
 * is no node left, because a thief stops being idle before it looks into a stack with the lock
 * held. */
#include <sched.h>
#include <upc_relaxed.h>

#include "uts.h"
#include "uts_steals.h"

enum { CAPACITY = 1 << 16, CHUNK = 20, NEAR_LOOKS = 64 };

typedef shared [] struct uts_node *stack_t;

shared stack_t stack_of[THREADS];
shared long first_of[THREADS];
shared long end_of[THREADS];
upc_lock_t *shared lock_of[THREADS];
strict shared int idle;
shared struct uts_counts counts_of[THREADS];

static upc_lock_t *idle_lock;
static stack_t stack; /* this thread's, */
static long top;      /* and its top */
static uint64_t random_state;
static int *victims; /* all other threads, by distance; */
static int victims_to[POLDER_LEVEL_JOB + 1]; /* so many are at most as far */
static int local_first;
static int diffusion;

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

/* Takes back up to a chunk that nobody has stolen; whether there was any. An empty stack begins
 * at its bottom again. */
static int chunk_reacquire(void) {
    upc_lock(lock_of[MYTHREAD]);
    const long left = end_of[MYTHREAD] - first_of[MYTHREAD];
    if (left == 0) first_of[MYTHREAD] = end_of[MYTHREAD] = top = 0;
    end_of[MYTHREAD] -= left < CHUNK ? left : CHUNK;
    upc_unlock(lock_of[MYTHREAD]);
    return left > 0;
}

static int victim_is_near(int victim) { return polder_distance(MYTHREAD, victim) < POLDER_LEVEL_JOB; }

/* Of what is offered. The way to another node shall pay. */
static long steal_size(int victim, long offered) {
    const int half = diffusion || (local_first && !victim_is_near(victim));
    if (half && offered > CHUNK) return (offered + 1) / 2;
    return offered < CHUNK ? offered : CHUNK;
}

/* Takes some of what a thread offers, onto the empty stack of this one. */
static int nodes_steal(int victim) {
    upc_lock(lock_of[victim]);
    const long first = first_of[victim];
    const long taken = steal_size(victim, end_of[victim] - first);
    upc_memcpy(stack, stack_of[victim] + first, (size_t)taken * sizeof(struct uts_node));
    first_of[victim] = first + taken;
    upc_unlock(lock_of[victim]);
    top = taken;
    if (taken > CHUNK) { /* the others may have most of it */
        upc_lock(lock_of[MYTHREAD]);
        end_of[MYTHREAD] = taken - CHUNK;
        upc_unlock(lock_of[MYTHREAD]);
    }
    return taken > 0;
}

/* Looks at victims from `first` to `end`, from a random one on. */
static int victim_among(int first, int end) {
    const int *among = victims + first;
    const int count = end - first;
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    const int from = count ? (int)((random_state >> 33) % (unsigned)count) : 0;
    for (int v = 0; v < count; v++) {
        const int victim = among[(from + v) % count];
        if (end_of[victim] > first_of[victim]) return victim;
    }
    return -1;
}

/* Of this node: the nearest ones first, or all alike. */
static int victim_near(void) {
    if (!diffusion) return victim_among(0, victims_to[POLDER_LEVEL_NODE]);
    for (int level = POLDER_LEVEL_CORE; level < POLDER_LEVEL_JOB; level++) {
        const int victim = victim_among(victims_to[level - 1], victims_to[level]);
        if (victim >= 0) return victim;
    }
    return -1;
}

static int victim_find(void) {
    if (!local_first) return victim_among(0, THREADS - 1);
    if (victims_to[POLDER_LEVEL_NODE])
        for (int look = 0; look < NEAR_LOOKS; look++) {
            const int victim = victim_near();
            if (victim >= 0) return victim;
            sched_yield(); /* whoever has nodes may want this core */
            upc_fence;
        }
    return victim_among(victims_to[POLDER_LEVEL_NODE], THREADS - 1);
}

/* Waits until this thread has stolen something (1) or nobody has anything (0). */
static int work_find(void) {
    idle_add(1);
    while (idle < THREADS) {
        const int victim = victim_find();
        if (victim < 0) continue;
        idle_add(-1);
        if (nodes_steal(victim)) {
            steals_of[MYTHREAD].at[polder_distance(MYTHREAD, victim)]++;
            return 1;
        }
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

static void victims_find(void) {
    int found = 0;
    victims = program_memory((size_t)THREADS * sizeof *victims);
    for (int level = POLDER_LEVEL_PU; level <= POLDER_LEVEL_JOB; level++) {
        for (int t = 0; t < THREADS; t++)
            if (t != MYTHREAD && (int)polder_distance(MYTHREAD, t) == level) victims[found++] = t;
        victims_to[level] = found;
    }
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    const struct uts_tree *tree = uts_tree_find(name);
    if (!tree) return program_unknown_class("uts", name);
    diffusion = program_form(words, word, "diffusion");
    local_first = diffusion || program_form(words, word, "local");
    idle_lock = upc_all_lock_alloc();
    lock_of[MYTHREAD] = upc_global_lock_alloc();
    stack = stack_of[MYTHREAD] = upc_alloc(CAPACITY * sizeof(struct uts_node));
    random_state = (uint64_t)MYTHREAD;
    victims_find();
    if (MYTHREAD == 0) stack[top++] = uts_root(tree);
    upc_barrier;
    const double start = bench_now_ns();
    counts_of[MYTHREAD] = search(tree);
    upc_barrier;
    if (MYTHREAD == 0) {
        bench_print("uts", bench_now_ns() - start);
        uts_steals_print();
    }
    struct uts_counts all = {0, 0};
    for (int t = 0; t < THREADS; t++) {
        all.nodes += counts_of[t].nodes;
        all.leaves += counts_of[t].leaves;
    }
    upc_barrier;
    upc_lock_free(lock_of[MYTHREAD]);
    upc_all_lock_free(idle_lock);
    upc_free(stack_of[MYTHREAD]);
    free(victims);
    return MYTHREAD == 0 ? program_verdict("uts", name, uts_right(tree, &all)) : 0;
}
