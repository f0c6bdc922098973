/* Shortest paths from node 0 by Dijkstra's algorithm without a heap: the twin of dijkstra.upc. */
#include "../unseen.h"

#define FAR 1000000000

int n;
int *weight; /* n * n numbers; 0: no edge */
int *dist;
char *done;

/* The nearest node, or -1. */
int nearest(void)
{
    int v, best = FAR, node = -1;

    for (v = 0; v < n; v++)
        if (!done[v] && dist[v] < best) {
            best = dist[v];
            node = v;
        }
    return node;
}

int main(int argc, char **argv)
{
    int i, u, v;
    double start, end, sum = 0;

    n = unseen_size(argc, argv, 1, 1000);
    weight = malloc(n * n * sizeof(int));
    dist = malloc(n * sizeof(int));
    done = malloc(n * sizeof(char));
    srand(1);
    for (i = 0; i < n * n; i++)
        weight[i] = rand() % 4 == 0 ? rand() % 1000 + 1 : 0;
    for (v = 0; v < n; v++) {
        dist[v] = v == 0 ? 0 : FAR;
        done[v] = 0;
    }
    start = unseen_clock();
    while ((u = nearest()) >= 0) {
#pragma omp parallel for
        for (v = 0; v < n; v++) {
            if (v == u)
                done[v] = 1;
            else if (!done[v] && weight[u * n + v] > 0 && dist[u] + weight[u * n + v] < dist[v])
                dist[v] = dist[u] + weight[u * n + v];
        }
    }
    end = unseen_clock();
    for (v = 0; v < n; v++)
        sum += (double)dist[v] * (v % 11 + 1);
    unseen_print("dijkstra", end - start, sum);
    return 0;
}
