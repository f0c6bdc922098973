/* Joins two tables on their keys: the twin of hashjoin.upc. */
#include "../unseen.h"

typedef struct {
    int rows, buckets;
    int *key;
    int *value;
    int *head; /* of each bucket its first row, or -1 */
    int *next; /* of each row the next row of its bucket, or -1 */
} relation_t;

void relation_create(relation_t *r, int rows, int keys)
{
    int i;

    r->rows = rows;
    r->key = malloc(rows * sizeof(int));
    r->value = malloc(rows * sizeof(int));
    for (i = 0; i < rows; i++) {
        r->key[i] = rand() % keys;
        r->value[i] = rand() % 1000;
    }
}

int hash(int key, int buckets)
{
    return (int)((unsigned)key * 2654435761u % (unsigned)buckets);
}

void index_fill(relation_t *r)
{
    int i, b;

    for (b = 0; b < r->buckets; b++)
        r->head[b] = -1;
    for (i = 0; i < r->rows; i++) {
        b = hash(r->key[i], r->buckets);
        r->next[i] = r->head[b];
        r->head[b] = i;
    }
}

double join(relation_t *r, relation_t *s)
{
    int i, j;
    long sum = 0;

#pragma omp parallel for private(j) reduction(+ : sum)
    for (i = 0; i < s->rows; i++)
        for (j = r->head[hash(s->key[i], r->buckets)]; j >= 0; j = r->next[j])
            if (r->key[j] == s->key[i]) sum += (long)r->value[j] * s->value[i];
    return (double)sum;
}

int main(int argc, char **argv)
{
    relation_t r, s;
    int rows = unseen_size(argc, argv, 1, 100000);
    double start, end, sum = 0;

    srand(1);
    relation_create(&r, rows, rows / 2 + 1);
    relation_create(&s, 2 * rows, rows / 2 + 1);
    r.buckets = rows / 2 + 1;
    r.head = malloc(r.buckets * sizeof(int));
    r.next = malloc(rows * sizeof(int));
    start = unseen_clock();
    index_fill(&r);
    sum = join(&r, &s);
    end = unseen_clock();
    unseen_print("hashjoin", end - start, sum);
    return 0;
}
