// Movable tasks: each of a tree runs once, on any thread. They find what their spawner wrote, and
// spawn others. Runs follow one another, with much room for tasks and with little.
#include "check.h"
#include <polder/movable.h>
#include <string.h>
#include <upc.h>

enum { DEPTH = 7, WIDTH = 3, NODES = 3280 }; // (3^8 - 1) / 2
enum { ROUNDS = 3 };

struct node {
    int depth, number, from, round;
    char text[48]; // the largest argument
};

shared int written[NODES * THREADS]; // by the spawner, in front of the spawn
shared int seen[NODES * THREADS];    // how often the task has run
static int ran_here;                 // private data of whichever thread ran it
static polder_movable visit_kind, nothing_kind;

static void visit(void *argument)
{
    struct node node;
    memcpy(&node, argument, sizeof node);
    CHECK(sizeof node == POLDER_MOVABLE_BYTES && !strcmp(node.text, "what a task is given"));
    CHECK_EQ(written[node.number], 7 * node.number + node.round);
    seen[node.number]++;
    ran_here++;
    if (node.depth == DEPTH) return;
    for (int i = 1; i <= WIDTH; i++) {
        struct node next = node;
        next.depth++;
        next.number = WIDTH * node.number + i;
        next.from = MYTHREAD;
        written[next.number] = 7 * next.number + next.round;
        polder_movable_spawn(visit_kind, &next, sizeof next);
    }
}

static void nothing(void *argument) { CHECK_EQ(*(int *)argument, 5); }

static void tree(int round)
{
    struct node root = {0, 0, 0, round, "what a task is given"};
    for (int i = MYTHREAD; i < NODES; i += THREADS) seen[i] = 0;
    upc_barrier;
    if (MYTHREAD == round % THREADS) {
        written[0] = round;
        polder_movable_spawn(visit_kind, &root, sizeof root);
    }
    polder_movable_run();
    for (int i = MYTHREAD; i < NODES; i += THREADS) CHECK_EQ(seen[i], 1);
}

static void opened(size_t room)
{
    polder_movable_counts counts;
    polder_movable_open(room);
    nothing_kind = polder_movable_register(nothing);
    visit_kind = polder_movable_register(visit);
    polder_movable_run(); // without a task
    for (int round = 0; round < often(ROUNDS, 3); round++) {
        tree(round);
        for (int i = 0; i < 200; i++) polder_movable_spawn(nothing_kind, &(int){5}, sizeof(int)); // everybody
        polder_movable_run();
    }
    polder_movable_count(&counts);
    CHECK(counts.run >= (unsigned)ran_here && counts.near_steals + counts.far_steals <= counts.taken);
    uint64_t steals = 0;
    for (int level = POLDER_LEVEL_CORE; level <= POLDER_LEVEL_NODE; level++) steals += counts.steals_at[level];
    CHECK(steals == counts.near_steals && counts.steals_at[POLDER_LEVEL_JOB] == counts.far_steals);
    CHECK(THREADS > 1 || (counts.run == counts.spawned && !counts.taken));
    ran_here = 0;
    polder_movable_close();
}

int main(void)
{
    opened(1 << 16);
    opened(1);
    PASS();
    return 0;
}
