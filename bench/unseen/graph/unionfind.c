/* Connected components by union and find: the twin of unionfind.upc. */
#include <omp.h>

#include "../unseen.h"

int nodes, edges;
int *from, *to;
int *parent;
int *component; /* of each node the root of its tree, in the end */
omp_lock_t lock;

int find(int v)
{
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

void join(int a, int b)
{
    omp_set_lock(&lock);
    a = find(a);
    b = find(b);
    if (a < b)
        parent[b] = a;
    else if (b < a)
        parent[a] = b;
    omp_unset_lock(&lock);
}

int main(int argc, char **argv)
{
    int e, v;
    double start, end, sum = 0;

    nodes = unseen_size(argc, argv, 1, 100000);
    edges = unseen_size(argc, argv, 2, 4 * nodes);
    from = malloc(edges * sizeof(int));
    to = malloc(edges * sizeof(int));
    parent = malloc(nodes * sizeof(int));
    component = malloc(nodes * sizeof(int));
    omp_init_lock(&lock);
    srand(1);
    for (e = 0; e < edges; e++) {
        from[e] = rand() % nodes;
        to[e] = (from[e] + rand() % 100) % nodes;
    }
    start = unseen_clock();
#pragma omp parallel for
    for (v = 0; v < nodes; v++)
        parent[v] = v;
#pragma omp parallel for
    for (e = 0; e < edges; e++) {
        int a = find(from[e]), b = find(to[e]);
        if (a != b) join(a, b);
    }
#pragma omp parallel for
    for (v = 0; v < nodes; v++)
        component[v] = find(v);
    end = unseen_clock();
    for (v = 0; v < nodes; v++)
        sum += (double)component[v] * (v % 3 + 1);
    unseen_print("unionfind", end - start, sum);
    return 0;
}
