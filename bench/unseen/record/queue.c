/* A bounded queue as a ring under a lock: the twin of queue.upc. */
#include <omp.h>

#include "../unseen.h"

#define CAPACITY 100

typedef struct {
    int head, count, taken; /* oldest item, items inside, items taken out so far */
    int item[CAPACITY];
} queue_t;

int n;
queue_t *q;
omp_lock_t lock;

int put(int item)
{
    int done = 0;

    omp_set_lock(&lock);
    if (q->count < CAPACITY) {
        q->item[(q->head + q->count) % CAPACITY] = item;
        q->count++;
        done = 1;
    }
    omp_unset_lock(&lock);
    return done;
}

/* The oldest item; -1 if there is none, -2 if there will be none. */
int get(void)
{
    int item = -1;

    omp_set_lock(&lock);
    if (q->count > 0) {
        item = q->item[q->head];
        q->head = (q->head + 1) % CAPACITY;
        q->count--;
        q->taken++;
    } else if (q->taken == n)
        item = -2;
    omp_unset_lock(&lock);
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
    int next = 1, item = 0;
    long total = 0;
    double start, end;

    n = unseen_size(argc, argv, 1, 50000);
    omp_init_lock(&lock);
    q = malloc(sizeof(queue_t));
    q->head = q->count = q->taken = 0;
    start = unseen_clock();
    while (item != -2) {
        while (next <= n && put(next))
            next++;
        item = get();
        if (item > 0) total += (long)collatz(item) * (item % 3 + 1);
    }
    end = unseen_clock();
    unseen_print("queue", end - start, (double)total);
    return 0;
}
