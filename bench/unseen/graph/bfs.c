/* Breadth-first search, level by level: the twin of bfs.upc. */
#include "../unseen.h"

#define DEGREE 8

typedef struct {
    int n;      /* nodes */
    int *start; /* of each node its first edge; n + 1 numbers */
    int *to;    /* where the edges lead */
} graph_t;

int *level, *queue;
int *found;

void make_graph(graph_t *g, int n)
{
    int i;

    g->n = n;
    g->start = malloc((n + 1) * sizeof(int));
    g->to = malloc(n * DEGREE * sizeof(int));
    srand(1);
    for (i = 0; i <= n; i++)
        g->start[i] = i * DEGREE;
    for (i = 0; i < n * DEGREE; i++)
        g->to[i] = rand() % n;
}

/* Looks at the neighbours of the queue's nodes; returns how many were found. */
int visit(graph_t *g, int size, int depth)
{
    int i, e, v, w, count = 0;

    for (i = 0; i < size; i++) {
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
    int i, size, count, depth = 0;
    double start, end, sum = 0;

    make_graph(&g, n);
    level = malloc(n * sizeof(int));
    queue = malloc(n * sizeof(int));
    found = malloc(n * sizeof(int));
    for (i = 0; i < n; i++)
        level[i] = i == 0 ? 0 : -1;
    queue[0] = 0;
    start = unseen_clock();
    for (size = 1; size > 0;) {
        count = visit(&g, size, ++depth);
        for (i = 0; i < count; i++)
            queue[i] = found[i];
        size = count;
    }
    end = unseen_clock();
    for (i = 0; i < n; i++)
        sum += (double)level[i] * (i % 7 + 1);
    unseen_print("bfs", end - start, sum);
    return 0;
}
