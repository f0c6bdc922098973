/* Shortest paths from node 0 by Dijkstra's algorithm without a heap. In each round the threads look
 * for the nearest node that is not done, each among its own, and then shorten the ways. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define FAR 1000000000

int n;
shared int *weight; /* n * n numbers; 0: no edge */
shared int *dist;
shared char *done;
shared int best_of[THREADS], node_of[THREADS];

/* The nearest node, or -1. */
int nearest(void)
{
    int v, t, best = FAR, node = -1;

    upc_forall (v = 0; v < n; v++; v)
        if (!done[v] && dist[v] < best) {
            best = dist[v];
            node = v;
        }
    best_of[MYTHREAD] = best;
    node_of[MYTHREAD] = node;
    upc_barrier;
    best = FAR;
    node = -1;
    for (t = 0; t < THREADS; t++)
        if (best_of[t] < best) {
            best = best_of[t];
            node = node_of[t];
        }
    return node;
}

int main(int argc, char **argv)
{
    int i, u, v;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 1000);
    weight = upc_all_alloc(n * n, sizeof(int));
    dist = upc_all_alloc(n, sizeof(int));
    done = upc_all_alloc(n, sizeof(char));
    if (MYTHREAD == 0) {
        srand(1);
        for (i = 0; i < n * n; i++)
            weight[i] = rand() % 4 == 0 ? rand() % 1000 + 1 : 0;
        for (v = 0; v < n; v++) {
            dist[v] = v == 0 ? 0 : FAR;
            done[v] = 0;
        }
    }
    upc_barrier;
    start = unseen_clock();
    while ((u = nearest()) >= 0) {
        upc_forall (v = 0; v < n; v++; v) {
            if (v == u)
                done[v] = 1;
            else if (!done[v] && weight[u * n + v] > 0 && dist[u] + weight[u * n + v] < dist[v])
                dist[v] = dist[u] + weight[u * n + v];
        }
        upc_barrier;
    }
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (v = 0; v < n; v++)
            sum += (double)dist[v] * (v % 11 + 1);
        unseen_print("dijkstra", end - start, sum);
    }
    return 0;
}
