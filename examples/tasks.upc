// env: POLDER_WORKERS=2
// A knapsack by tasks of two kinds. Subsets that begin alike are a movable task: whichever thread
// of the job has nothing to do takes some, from a near thread first, then from another node. Inside
// of one, a thread's own workers share the search by spawn and join.
//
// Movable tasks carry what they need in their argument, and leave what they find in private data of
// the thread that runs them. Tasks of a worker return their result in their argument, to whoever
// joins them.
//
//   upcc tasks.upc -o tasks
//   POLDER_WORKERS=2 upcrun -n 2 --bind none ./tasks
#include <polder/movable.h>
#include <polder/task.h>
#include <stdio.h>
#include <upc.h>

enum { ITEMS = 22, CAPACITY = 320, MOVABLE_UP_TO = 8, SPAWNED_UP_TO = 14 };

struct choice {
    int item, left; // items in front are decided; what still fits
    long value;
};

static int weight(int item) { return 13 + item * 7 % 31; }
static long value(int item) { return 10 + item * 11 % 43; }

static long larger(long a, long b) { return a > b ? a : b; }

// The best that can be made of a choice, found by the workers of this thread.
static void search(void *argument)
{
    struct choice *choice = argument;
    if (choice->item == ITEMS) return;
    struct choice without = *choice, with = *choice;
    without.item++;
    with.item++;
    with.left -= weight(choice->item);
    with.value += value(choice->item);
    const int fits = with.left >= 0, spawned = fits && choice->item < SPAWNED_UP_TO;
    if (spawned) polder_task_spawn(search, &with, sizeof with);
    search(&without);
    if (spawned)
        with.value = ((struct choice *)polder_task_join())->value;
    else if (fits)
        search(&with);
    choice->value = fits ? larger(with.value, without.value) : without.value;
}

static polder_movable decide_kind;
static long best; // of the tasks that this thread has run

static void decide(void *argument)
{
    struct choice choice = *(struct choice *)argument;
    if (choice.item == MOVABLE_UP_TO) {
        search(&choice);
        best = larger(best, choice.value);
        return;
    }
    const int item = choice.item++;
    polder_movable_spawn(decide_kind, &choice, sizeof choice);
    choice.left -= weight(item);
    choice.value += value(item);
    if (choice.left >= 0) polder_movable_spawn(decide_kind, &choice, sizeof choice);
}

// The same in a table: the best value for each capacity.
static long expected(void)
{
    long table[CAPACITY + 1] = {0};
    for (int item = 0; item < ITEMS; item++)
        for (int room = CAPACITY; room >= weight(item); room--)
            table[room] = larger(table[room], table[room - weight(item)] + value(item));
    return table[CAPACITY];
}

shared long best_of[THREADS];

int main(void)
{
    const struct choice nothing = {0, CAPACITY, 0};
    polder_movable_open(1000);
    decide_kind = polder_movable_register(decide);
    if (MYTHREAD == 0) polder_movable_spawn(decide_kind, &nothing, sizeof nothing);
    polder_movable_run();
    polder_movable_close();
    best_of[MYTHREAD] = best;
    upc_barrier;
    if (MYTHREAD != 0) return 0;
    for (int t = 0; t < THREADS; t++) best = larger(best, best_of[t]);
    printf("%s: the best of %d items is %ld\n", best == expected() ? "PASS" : "FAIL", ITEMS, best);
    return best != expected();
}
