// sanitize: not thread (gcc warns that it does not model fences)
// flags: -Wno-tautological-pointer-compare
// Layouts, arrays and pointers that UPC 1.3 allows in both translation environments.
#include <stddef.h>

#define BLOCK 4
shared int scalar;
shared double cyclic[10 * THREADS];
shared [BLOCK] int blocked[BLOCK * THREADS];
shared [] char indefinite[100];
shared [*] float spread[7 * THREADS];
shared [*] int grid[5][THREADS];
shared [2] int rows[THREADS][10];
shared int columns[10][THREADS];
strict shared int flag;
relaxed shared [BLOCK] int relaxed_array[THREADS * BLOCK];
shared const int table[THREADS];
int *shared holder;
shared int *shared chained[THREADS];
shared [BLOCK] int *private_pointers[3];
extern shared int elsewhere[];
extern shared [3] double elsewhere2[][THREADS];

typedef int row_t[10];
shared [10] row_t by_row[THREADS];
typedef shared [BLOCK] int blocked_t;
blocked_t through_typedef[BLOCK * THREADS];
blocked_t *typedef_pointer = blocked;
typedef shared int *pointer_t;
shared [3] int odd;

struct node {
    int value;
    shared struct node *next;
    shared [] double *values;
    struct {
        shared void *any;
    } inner;
};
shared struct node *root;
shared struct node nodes[THREADS];
shared [] struct node local_nodes[4];

_Static_assert(upc_blocksizeof(blocked) == BLOCK, "");
_Static_assert(upc_blocksizeof(cyclic) == 1, "");
_Static_assert(upc_blocksizeof(indefinite) == 0, "");
_Static_assert(upc_blocksizeof(grid) == 5, "");
_Static_assert(upc_blocksizeof(by_row) == 10, "");
_Static_assert(upc_elemsizeof(by_row) == sizeof(int), "");
_Static_assert(upc_elemsizeof(columns) == sizeof(int), "");
_Static_assert(upc_localsizeof(columns) == 10 * sizeof(int), "");
_Static_assert(upc_localsizeof(indefinite) == 100, "");
_Static_assert(sizeof(indefinite) == 100, "");
_Static_assert(sizeof(shared int *) == 8 && sizeof(shared [2] int *) == 16 && sizeof(shared void *) == 16, "");
_Static_assert(sizeof(scalar) == sizeof(int), "");

static shared int *first = &cyclic == 0 ? 0 : (shared int *)cyclic;
shared [] int *member = &nodes[0].value;
shared double(*whole)[10 * THREADS] = &cyclic;

int read(shared int *p, shared const int *q, shared [] int r[], ptrdiff_t i) {
    return *p + p[i] + *q + r[i] + i[p];
}

shared void *generic(shared [BLOCK] int *p, shared void *q) {
    p = q;
    q = p;
    p = 0;
    p = NULL;
    q = (shared void *)0;
    if (p == q || p != 0 || !p || q)
        return p;
    return p ? p : q;
}

shared struct node *list(shared struct node *n) {
    while (n && n->next != NULL)
        n = n->next;
    n->values[3] = n->value;
    n->next->next->value++;
    shared [] int *v = &n->value;
    *v += 1;
    return n;
}

void accesses(int i) {
    int private_copy[10];
    struct node copy = nodes[i];
    nodes[i] = copy;
    nodes[i].inner.any = &scalar;
    blocked[i]++;
    --blocked[i];
    blocked[i] <<= 2;
    columns[i][MYTHREAD] = rows[MYTHREAD][i];
    private_copy[0] = by_row[MYTHREAD][3];
    chained[i] = &columns[0][i];
    *chained[i] = 5;
    scalar = private_copy[0] ? flag : blocked[0];
    holder = private_copy;
    *holder = 3;
    pointer_t p = (pointer_t)blocked + i;
    ptrdiff_t d = (p + 3) - p;
    int *local = (int *)&blocked[MYTHREAD * BLOCK];
    local[0] = (int)d;
    (void)(p < p + 1);
    long address = (long)p;
    (void)address;
    (void)sizeof(cyclic);
    static shared int count;
    count += 1;
}

void sync(int e) {
    upc_notify e;
    upc_wait e;
    upc_barrier e + 1;
    upc_barrier;
    upc_fence;
    {
#pragma upc strict
        scalar = 1;
    }
#pragma omp parallel
    scalar = 2;
}

void loops(void) {
    int i, j;
    upc_forall (i = 0; i < 10; i++; i)
        for (j = 0; j < 10; j++)
            if (j == 5)
                break;
    upc_forall (i = 0; i < THREADS; i++; &cyclic[i]) {
        if (i == 3)
            continue;
        upc_forall (int k = 0; k < 10; k++; continue)
            cyclic[i] += k;
    }
}
int main(int argc, char **argv) {
    switch (argc) {
    case upc_blocksizeof(blocked): return 1;
    }
    return argv[0][0] == THREADS;
}
