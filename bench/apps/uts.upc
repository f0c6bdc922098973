/* UTS (see uts.h). Each thread keeps its nodes in a stack that the others can see:
 *
 *     0 ... first ... end ... top
 *
 * From end to top they are the owner's alone; those from first to end may be stolen. The owner
 * moves end to give away or take back a chunk, thieves move first, both under the stack's lock.
 * Prints the time of the whole search. Prints too how often nodes were stolen from threads of the
 * same machine and of others, and the share of the former.
 *
 *   random       (or no word) a thief begins to look at a random thread, and takes a chunk
 *   local        threads of its own machine first, and many times, before the others; of another
 *                machine's it takes half of what is offered. It offers most of that again, as the
 *                way there is long
 *   diffusion    the same, but it takes half of everybody's, so that work spreads in few steps
 *
 * The end: a thread counts as idle while it has no node and is not stealing. If all are idle there
 * is no node left, because a thief stops being idle before it looks into a stack with the lock
 * held. */
#include <sched.h>
#include <upc_castable.h>
#include <upc_relaxed.h>

#include "uts.h"

enum { CAPACITY = 1 << 16, CHUNK = 20, NEAR_LOOKS = 64 };

typedef shared [] struct uts_node *stack_t;

shared stack_t stack_of[THREADS];
shared long first_of[THREADS];
shared long end_of[THREADS];
upc_lock_t *shared lock_of[THREADS];
strict shared int idle;
shared struct uts_counts counts_of[THREADS];
shared struct { long near, far; } steals_of[THREADS];

static upc_lock_t *idle_lock;
static stack_t stack; /* this thread's, */
static long top;      /* and its top */
static uint64_t random_state;
static int *victims; /* all other threads, those of this machine first */
static int near_victims;
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

static int victim_is_near(int victim) {
    for (int v = 0; v < near_victims; v++)
        if (victims[v] == victim) return 1;
    return 0;
}

/* Of what is offered. The way to another machine shall pay. */
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

/* Looks at `count` threads from a random one on. */
static int victim_among(const int *among, int count) {
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    const int from = count ? (int)((random_state >> 33) % (unsigned)count) : 0;
    for (int v = 0; v < count; v++) {
        const int victim = among[(from + v) % count];
        if (end_of[victim] > first_of[victim]) return victim;
    }
    return -1;
}

static int victim_find(void) {
    if (!local_first) return victim_among(victims, THREADS - 1);
    if (near_victims)
        for (int look = 0; look < NEAR_LOOKS; look++) {
            const int victim = victim_among(victims, near_victims);
            if (victim >= 0) return victim;
            sched_yield(); /* whoever has nodes may want this core */
            upc_fence;
        }
    return victim_among(victims + near_victims, THREADS - 1 - near_victims);
}

static void steal_note(int victim) {
    if (victim_is_near(victim))
        steals_of[MYTHREAD].near++;
    else
        steals_of[MYTHREAD].far++;
}

/* Waits until this thread has stolen something (1) or nobody has anything (0). */
static int work_find(void) {
    idle_add(1);
    while (idle < THREADS) {
        const int victim = victim_find();
        if (victim < 0) continue;
        idle_add(-1);
        if (nodes_steal(victim)) {
            steal_note(victim);
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

/* Memory of a thread that this one can reach without a message is of the same machine. */
static void victims_find(void) {
    int far = THREADS - 1;
    victims = program_memory((size_t)THREADS * sizeof *victims);
    for (int t = 0; t < THREADS; t++) {
        if (t == MYTHREAD) continue;
        if (upc_thread_info(t).guaranteedCastable)
            victims[near_victims++] = t;
        else
            victims[--far] = t;
    }
}

static void steals_print(void) {
    long near = 0;
    long far = 0;
    for (int t = 0; t < THREADS; t++) {
        near += steals_of[t].near;
        far += steals_of[t].far;
    }
    bench_print("near_steals", (double)near);
    bench_print("far_steals", (double)far);
    bench_print("near_share", near + far ? (double)near / (double)(near + far) : 0);
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
        steals_print();
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
