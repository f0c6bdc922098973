/* Counts numbers in sorted lists. Each thread builds its lists with upc_alloc; then all lists are
 * walked by the thread after their owner. */
#include <upc_relaxed.h>

#include "../unseen.h"

typedef struct node {
    int key, count;
    shared [] struct node *next;
} node_t;

int lists, numbers;
shared [] node_t *shared *head;
shared long *total;

/* Adds a number to a list, which is kept in order. */
void insert(int list, int key)
{
    shared [] node_t *p = head[list], *before = NULL, *fresh;

    while (p != NULL && p->key < key) {
        before = p;
        p = p->next;
    }
    if (p != NULL && p->key == key) {
        p->count++;
        return;
    }
    fresh = upc_alloc(sizeof(node_t));
    fresh->key = key;
    fresh->count = 1;
    fresh->next = p;
    if (before == NULL)
        head[list] = fresh;
    else
        before->next = fresh;
}

long walk(int list)
{
    shared [] node_t *p;
    long sum = 0;
    int place = 0;

    for (p = head[list]; p != NULL; p = p->next)
        sum += (long)p->key * p->count + place++;
    return sum;
}

int main(int argc, char **argv)
{
    int i, l;
    double start, end, sum = 0;

    lists = unseen_size(argc, argv, 1, 1000);
    numbers = unseen_size(argc, argv, 2, 500);
    head = upc_all_alloc(lists, sizeof(shared [] node_t *));
    total = upc_all_alloc(lists, sizeof(long));
    upc_forall (l = 0; l < lists; l++; l)
        head[l] = NULL;
    upc_barrier;
    start = unseen_clock();
    upc_forall (l = 0; l < lists; l++; l)
        for (i = 0; i < numbers; i++)
            insert(l, (int)((l * 31 + i * 7919L) % 211));
    upc_barrier;
    upc_forall (l = 0; l < lists; l++; l + 1)
        total[l] = walk(l);
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (l = 0; l < lists; l++)
            sum += (double)total[l] * (l % 3 + 1);
        unseen_print("list", end - start, sum);
    }
    return 0;
}
