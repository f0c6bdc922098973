/* Joins two tables on their keys. The rows of the first table are put into chains by a hash of the
 * key; then the matches of each row of the second are looked up. */
#include <upc_relaxed.h>

#include "../unseen.h"

typedef struct {
    int rows, buckets;
    shared int *key;
    shared int *value;
    shared int *head; /* of each bucket its first row, or -1 */
    shared int *next; /* of each row the next row of its bucket, or -1 */
} relation_t;

shared long sum_of[THREADS];

void relation_create(relation_t *r, int rows, int keys)
{
    int i;

    r->rows = rows;
    r->key = upc_all_alloc(rows, sizeof(int));
    r->value = upc_all_alloc(rows, sizeof(int));
    if (MYTHREAD == 0)
        for (i = 0; i < rows; i++) {
            r->key[i] = rand() % keys;
            r->value[i] = rand() % 1000;
        }
    upc_barrier;
}

int hash(int key, int buckets)
{
    return (int)((unsigned)key * 2654435761u % (unsigned)buckets);
}

/* Each thread fills its own buckets. */
void index_fill(relation_t *r)
{
    int i, b;

    upc_forall (b = 0; b < r->buckets; b++; &r->head[b])
        r->head[b] = -1;
    for (i = 0; i < r->rows; i++) {
        b = hash(r->key[i], r->buckets);
        if (b % THREADS == MYTHREAD) {
            r->next[i] = r->head[b];
            r->head[b] = i;
        }
    }
    upc_barrier;
}

void join(relation_t *r, relation_t *s)
{
    int i, j;
    long sum = 0;

    upc_forall (i = 0; i < s->rows; i++; &s->key[i])
        for (j = r->head[hash(s->key[i], r->buckets)]; j >= 0; j = r->next[j])
            if (r->key[j] == s->key[i]) sum += (long)r->value[j] * s->value[i];
    sum_of[MYTHREAD] = sum;
    upc_barrier;
}

int main(int argc, char **argv)
{
    relation_t r, s;
    int t, rows = unseen_size(argc, argv, 1, 100000);
    double start, end, sum = 0;

    if (MYTHREAD == 0)
        srand(1);
    relation_create(&r, rows, rows / 2 + 1);
    relation_create(&s, 2 * rows, rows / 2 + 1);
    r.buckets = rows / 2 + 1;
    r.head = upc_all_alloc(r.buckets, sizeof(int));
    r.next = upc_all_alloc(rows, sizeof(int));
    upc_barrier;
    start = unseen_clock();
    index_fill(&r);
    join(&r, &s);
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (t = 0; t < THREADS; t++)
            sum += (double)sum_of[t];
        unseen_print("hashjoin", end - start, sum);
    }
    return 0;
}
