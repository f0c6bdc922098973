/* Counts numbers in sorted lists: the twin of list.upc. */
#include "../unseen.h"

typedef struct node {
    int key, count;
    struct node *next;
} node_t;

int lists, numbers;
node_t **head;
long *total;

/* Adds a number to a list, which is kept in order. */
void insert(int list, int key)
{
    node_t *p = head[list], *before = NULL, *fresh;

    while (p != NULL && p->key < key) {
        before = p;
        p = p->next;
    }
    if (p != NULL && p->key == key) {
        p->count++;
        return;
    }
    fresh = malloc(sizeof(node_t));
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
    node_t *p;
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
    head = malloc(lists * sizeof(node_t *));
    total = malloc(lists * sizeof(long));
    for (l = 0; l < lists; l++)
        head[l] = NULL;
    start = unseen_clock();
#pragma omp parallel for DEALT(1) private(i)
    for (l = 0; l < lists; l++)
        for (i = 0; i < numbers; i++)
            insert(l, (int)((l * 31 + i * 7919L) % 211));
#pragma omp parallel for DEALT(1)
    for (l = 0; l < lists; l++)
        total[l] = walk(l);
    end = unseen_clock();
    for (l = 0; l < lists; l++)
        sum += (double)total[l] * (l % 3 + 1);
    unseen_print("list", end - start, sum);
    return 0;
}
