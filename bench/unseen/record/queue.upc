/* A bounded queue as a ring under a lock. Every thread puts its share of the numbers in, takes
 * numbers out and adds up what their sequences of Collatz give. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define CAPACITY 100

typedef struct {
    int head, count, taken; /* oldest item, items inside, items taken out so far */
    int item[CAPACITY];
} queue_t;

int n;
shared [] queue_t *shared queue_of_all;
shared [] queue_t *q;
upc_lock_t *lock;
shared long sum_of[THREADS];

int put(int item)
{
    int done = 0;

    upc_lock(lock);
    if (q->count < CAPACITY) {
        q->item[(q->head + q->count) % CAPACITY] = item;
        q->count++;
        done = 1;
    }
    upc_unlock(lock);
    return done;
}

/* The oldest item; -1 if there is none, -2 if there will be none. */
int get(void)
{
    int item = -1;

    upc_lock(lock);
    if (q->count > 0) {
        item = q->item[q->head];
        q->head = (q->head + 1) % CAPACITY;
        q->count--;
        q->taken++;
    } else if (q->taken == n)
        item = -2;
    upc_unlock(lock);
    return item;
}

int collatz(long x)
{
    int steps = 0;

    while (x != 1) {
        x = x % 2 ? 3 * x + 1 : x / 2;
        steps++;
    }
    return steps;
}

int main(int argc, char **argv)
{
    int next = MYTHREAD + 1, item = 0, t;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 50000);
    lock = upc_all_lock_alloc();
    if (MYTHREAD == 0) {
        queue_of_all = upc_alloc(sizeof(queue_t));
        queue_of_all->head = queue_of_all->count = queue_of_all->taken = 0;
    }
    upc_barrier;
    q = queue_of_all;
    start = unseen_clock();
    while (item != -2) {
        while (next <= n && put(next))
            next += THREADS;
        item = get();
        if (item > 0) sum_of[MYTHREAD] += (long)collatz(item) * (item % 3 + 1);
    }
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (t = 0; t < THREADS; t++)
            sum += (double)sum_of[t];
        unseen_print("queue", end - start, sum);
    }
    return 0;
}
