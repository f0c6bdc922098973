// env: POLDER_WORKERS=3
// upc_spawn and upc_join: Fibonacci numbers, queens and a sort of the thread's part of a shared
// array. Functions have from no to six parameters, pointers-to-shared and structures among them,
// with results and without.
#include "check.h"
#include <stdlib.h>
#include <upc.h>
#include <polder/task.h>

enum { FIB = 18, FIB_IS = 2584, QUEENS = 7, QUEENS_ARE = 40, KEYS = 300, FEW = 20 };

static long fib(long n);
upc_task(long, fib, long);
static long fib(long n)
{
    if (n < 2) return n;
    upc_spawn(fib, n - 1);
    const long right = fib(n - 2);
    return right + upc_join(fib);
}

// Ways to place queens in the rows from `row` on.
static int queens(int row, unsigned columns, unsigned left, unsigned right);
upc_task(int, queens, int, unsigned, unsigned, unsigned);
static int queens(int row, unsigned columns, unsigned left, unsigned right)
{
    int found = 0, spawned = 0;
    if (row == QUEENS) return 1;
    for (unsigned open = ~(columns | left | right) & ((1u << QUEENS) - 1); open; open &= open - 1, spawned++) {
        const unsigned bit = open & -open;
        upc_spawn(queens, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    for (; spawned; spawned--) found += upc_join(queens);
    return found;
}

// A merge sort of `count` keys of one thread, with as much room beside.
static void sort(shared [] int *keys, shared [] int *room, long count);
upc_task_void(sort, shared [] int *, shared [] int *, long);
static void insert(shared [] int *keys, long count)
{
    for (long i = 1; i < count; i++)
        for (long j = i; j > 0 && keys[j - 1] > keys[j]; j--) {
            const int key = keys[j];
            keys[j] = keys[j - 1];
            keys[j - 1] = key;
        }
}
static void sort(shared [] int *keys, shared [] int *room, long count)
{
    const long half = count / 2;
    if (count <= FEW) {
        insert(keys, count);
        return;
    }
    upc_spawn(sort, keys, room, half);
    sort(keys + half, room + half, count - half);
    upc_join(sort);
    for (long i = 0, a = 0, b = half; i < count; i++)
        room[i] = b == count || (a < half && keys[a] <= keys[b]) ? keys[a++] : keys[b++];
    for (long i = 0; i < count; i++) keys[i] = room[i];
}
static void sort_of_next(void) // the memory of another thread, which lies on another node if there is one
{
    shared [] int *const keys = upc_alloc(KEYS * sizeof(int)), *const room = upc_alloc(KEYS * sizeof(int));
    static shared [] int *shared keys_of[THREADS], *shared room_of[THREADS];
    const int next = (MYTHREAD + 1) % THREADS;
    long sum = 0;
    for (int i = 0; i < KEYS; i++) keys[i] = i * 7919L % KEYS;
    keys_of[MYTHREAD] = keys;
    room_of[MYTHREAD] = room;
    upc_barrier;
    sort(keys_of[next], room_of[next], KEYS);
    upc_barrier;
    for (int i = 0; i < KEYS; i++) sum += keys[i] == i;
    CHECK_EQ(sum, KEYS);
    upc_free(keys);
    upc_free(room);
}

struct pair {
    long a, b;
};
static int none_has_run; // by one task at a time
static void none(void) { none_has_run++; }
static char one(char c) { return c + 1; }
static struct pair swapped(struct pair p) { return (struct pair){p.b, p.a}; }
static double six(char a, short b, int c, float d, double e, long f) { return a + b + c + d + e + f; }
upc_task_void(none);
upc_task(char, one, char);
upc_task(struct pair, swapped, struct pair);
upc_task(double, six, char, short, int, float, double, long);

static void kinds(void)
{
    upc_spawn(none);
    upc_spawn(one, 'a');
    upc_spawn(swapped, (struct pair){MYTHREAD, 5});
    upc_spawn(six, 1, 2, 3, 4.5f, 5.25, 600);
    CHECK(upc_join(six) == 615.75);
    const struct pair p = upc_join(swapped);
    CHECK(p.a == 5 && p.b == MYTHREAD);
    CHECK_EQ(upc_join(one), 'b');
    upc_join(none);
}

int main(void)
{
    CHECK_EQ(fib(FIB), FIB_IS);
    CHECK_EQ(queens(0, 0, 0, 0), QUEENS_ARE);
    sort_of_next();
    for (int i = 0; i < 100; i++) kinds();
    CHECK_EQ(none_has_run, 100);
    PASS();
    return 0;
}
