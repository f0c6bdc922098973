/* Connected components of a list of edges, by union and find with halved paths. Trees are joined
 * under a lock; a root always lies below the nodes of its tree. */
#include <upc_relaxed.h>

#include "../unseen.h"

int nodes, edges;
shared int *from, *to;
shared int *parent;
shared int *component; /* of each node the root of its tree, in the end */
upc_lock_t *lock;

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
    upc_lock(lock);
    a = find(a);
    b = find(b);
    if (a < b)
        parent[b] = a;
    else if (b < a)
        parent[a] = b;
    upc_unlock(lock);
}

int main(int argc, char **argv)
{
    int e, v;
    double start, end, sum = 0;

    nodes = unseen_size(argc, argv, 1, 100000);
    edges = unseen_size(argc, argv, 2, 4 * nodes);
    from = upc_all_alloc(edges, sizeof(int));
    to = upc_all_alloc(edges, sizeof(int));
    parent = upc_all_alloc(nodes, sizeof(int));
    component = upc_all_alloc(nodes, sizeof(int));
    lock = upc_all_lock_alloc();
    if (MYTHREAD == 0) {
        srand(1);
        for (e = 0; e < edges; e++) {
            from[e] = rand() % nodes;
            to[e] = (from[e] + rand() % 100) % nodes;
        }
    }
    upc_barrier;
    start = unseen_clock();
    upc_forall (v = 0; v < nodes; v++; v)
        parent[v] = v;
    upc_barrier;
    upc_forall (e = 0; e < edges; e++; e) {
        int a = find(from[e]), b = find(to[e]);
        if (a != b) join(a, b);
    }
    upc_barrier;
    upc_forall (v = 0; v < nodes; v++; v)
        component[v] = find(v);
    upc_barrier;
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (v = 0; v < nodes; v++)
            sum += (double)component[v] * (v % 3 + 1);
        unseen_print("unionfind", end - start, sum);
    }
    return 0;
}
