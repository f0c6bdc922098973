/* UTS (see uts.h) on movable tasks: no stack, lock or search for victims of its own. A task
 * searches below one node, depth first, with a short private stack. When the stack is full, its
 * older half, whose subtrees are the larger ones, becomes tasks. Whoever has nothing takes some of
 * those. Prints the time of the whole search, and the steals (uts_steals.h). */
#include <polder/movable.h>
#include <upc_relaxed.h>

#include "../apps/uts.h"
#include "../apps/uts_steals.h"

enum { KEPT = 16, GIVEN = KEPT / 2, WAITING = 1 << 14 };

shared struct uts_counts counts_of[THREADS];

static const struct uts_tree *tree;
static struct uts_counts counted;
static polder_movable search_kind;

static void give(struct uts_node *stack) {
    for (int n = 0; n < GIVEN; n++) polder_movable_spawn(search_kind, &stack[n], sizeof stack[n]);
    memmove(stack, stack + GIVEN, (KEPT - GIVEN) * sizeof *stack);
}

static void search(void *argument) {
    const struct uts_tree *const searched = tree;
    struct uts_counts counts = {0, 0};
    struct uts_node stack[KEPT];
    int top = 1;
    memcpy(stack, argument, sizeof *stack);
    while (top) {
        const struct uts_node node = stack[--top];
        const int children = uts_children(searched, &node);
        counts.nodes++;
        counts.leaves += children == 0;
        for (int c = 0; c < children; c++) {
            if (top == KEPT) {
                give(stack);
                top -= GIVEN;
            }
            stack[top++] = uts_child(&node, c);
        }
    }
    counted.nodes += counts.nodes;
    counted.leaves += counts.leaves;
}

int main(int words, char **word) {
    const char name = program_class(words, word, 'A');
    polder_movable_counts steals;
    struct uts_counts all = {0, 0};
    tree = uts_tree_find(name);
    if (!tree) return program_unknown_class("uts_movable", name);
    polder_movable_open(WAITING);
    search_kind = polder_movable_register(search);
    upc_barrier;
    const double start = bench_now_ns();
    if (MYTHREAD == 0) {
        const struct uts_node root = uts_root(tree);
        polder_movable_spawn(search_kind, &root, sizeof root);
    }
    polder_movable_run();
    if (MYTHREAD == 0) bench_print("uts", bench_now_ns() - start);
    polder_movable_count(&steals);
    counts_of[MYTHREAD] = counted;
    steals_of[MYTHREAD].at[POLDER_LEVEL_JOB] = (long)steals.far_steals;
    for (int at = 0; at < POLDER_LEVEL_JOB; at++) steals_of[MYTHREAD].at[at] = (long)steals.steals_at[at];
    upc_barrier;
    if (MYTHREAD == 0) uts_steals_print();
    for (int t = 0; t < THREADS; t++) {
        all.nodes += counts_of[t].nodes;
        all.leaves += counts_of[t].leaves;
    }
    polder_movable_close();
    return MYTHREAD == 0 ? program_verdict("uts_movable", name, uts_right(tree, &all)) : 0;
}
