/* Breadth-first search, level by level. The nodes of a level stand in a queue that all threads
 * share; each thread collects the nodes it finds and then appends them to the next queue. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define DEGREE 8

typedef struct {
    int n;             /* nodes */
    shared int *start; /* of each node its first edge; n + 1 numbers */
    shared int *to;    /* where the edges lead */
} graph_t;

shared int *level, *queue;
shared int found_by[THREADS];
int *found;

void make_graph(graph_t *g, int n)
{
    int i;

    g->n = n;
    g->start = upc_all_alloc(n + 1, sizeof(int));
    g->to = upc_all_alloc(n * DEGREE, sizeof(int));
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i <= n; i++)
            g->start[i] = i * DEGREE;
        for (i = 0; i < n * DEGREE; i++)
            g->to[i] = rand() % n;
    }
    upc_barrier;
}

/* Looks at the neighbours of the queue's nodes; returns how many this thread found. */
int visit(graph_t *g, int size, int depth)
{
    int i, e, v, w, count = 0;

    upc_forall (i = 0; i < size; i++; i) {
        v = queue[i];
        for (e = g->start[v]; e < g->start[v + 1]; e++) {
            w = g->to[e];
            if (level[w] < 0) {
                level[w] = depth;
                found[count++] = w;
            }
        }
    }
    return count;
}

int main(int argc, char **argv)
{
    graph_t g;
    int n = unseen_size(argc, argv, 1, 100000);
    int i, t, size, count, before, depth = 0;
    double start, end, sum = 0;

    make_graph(&g, n);
    level = upc_all_alloc(n, sizeof(int));
    queue = upc_all_alloc(THREADS, n * sizeof(int)); /* two threads may find the same node */
    found = malloc(n * sizeof(int));
    upc_forall (i = 0; i < n; i++; i)
        level[i] = i == 0 ? 0 : -1;
    if (MYTHREAD == 0) queue[0] = 0;
    upc_barrier;
    start = unseen_clock();
    for (size = 1; size > 0;) {
        count = visit(&g, size, ++depth);
        found_by[MYTHREAD] = count;
        upc_barrier;
        before = size = 0;
        for (t = 0; t < THREADS; t++) {
            if (t < MYTHREAD) before += found_by[t];
            size += found_by[t];
        }
        for (i = 0; i < count; i++)
            queue[before + i] = found[i];
        upc_barrier;
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < n; i++)
            sum += (double)level[i] * (i % 7 + 1);
        unseen_print("bfs", end - start, sum);
    }
    return 0;
}
