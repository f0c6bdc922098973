/* PageRank: each page gets a share of the rank of the pages that point to it. */
#include <upc_relaxed.h>

#include "../unseen.h"

#define DAMPING 0.85
#define ROUNDS 10

int pages;
shared int *first;  /* of each page, the first of the links to it */
shared int *s;      /* the pages where these links begin */
shared int *degree; /* how many links begin at each page */
shared double *rank;
shared double *next;

void make_links(int each)
{
    int v, e, at = 0;

    first = upc_all_alloc(pages + 1, sizeof(int));
    s = upc_all_alloc(pages * each * 2, sizeof(int));
    degree = upc_all_alloc(pages, sizeof(int));
    if (MYTHREAD == 0) {
        srand(1);
        for (v = 0; v < pages; v++)
            degree[v] = 0;
        for (v = 0; v < pages; v++) {
            first[v] = at;
            for (e = rand() % (2 * each); e > 0; e--) {
                s[at] = rand() % pages;
                degree[s[at]]++;
                at++;
            }
        }
        first[pages] = at;
    }
    upc_barrier;
}

void spread(void)
{
    int v, e;
    double sum;

    upc_forall (v = 0; v < pages; v++; &next[v]) {
        sum = 0;
        for (e = first[v]; e < first[v + 1]; e++)
            sum += rank[s[e]] / degree[s[e]];
        next[v] = (1 - DAMPING) / pages + DAMPING * sum;
    }
    upc_barrier;
    upc_forall (v = 0; v < pages; v++; &rank[v])
        rank[v] = next[v];
    upc_barrier;
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    pages = unseen_size(argc, argv, 1, 50000);
    make_links(8);
    rank = upc_all_alloc(pages, sizeof(double));
    next = upc_all_alloc(pages, sizeof(double));
    upc_forall (i = 0; i < pages; i++; &rank[i])
        rank[i] = 1.0 / pages;
    upc_barrier;
    start = unseen_clock();
    for (i = 0; i < ROUNDS; i++)
        spread();
    end = unseen_clock();
    if (MYTHREAD == 0) {
        for (i = 0; i < pages; i++)
            sum += rank[i] * (i % 5 + 1);
        unseen_print("pagerank", end - start, sum);
    }
    return 0;
}
