/* PageRank: the twin of pagerank.upc. */
#include "../unseen.h"

#define DAMPING 0.85
#define ROUNDS 10

int pages;
int *first;  /* of each page, the first of the links to it */
int *s;      /* the pages where these links begin */
int *degree; /* how many links begin at each page */
double *rank;
double *next;

void make_links(int each)
{
    int v, e, at = 0;

    first = malloc((pages + 1) * sizeof(int));
    s = malloc(pages * each * 2 * sizeof(int));
    degree = malloc(pages * sizeof(int));
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

void spread(void)
{
    int v, e;
    double sum;

#pragma omp parallel for private(e, sum)
    for (v = 0; v < pages; v++) {
        sum = 0;
        for (e = first[v]; e < first[v + 1]; e++)
            sum += rank[s[e]] / degree[s[e]];
        next[v] = (1 - DAMPING) / pages + DAMPING * sum;
    }
#pragma omp parallel for
    for (v = 0; v < pages; v++)
        rank[v] = next[v];
}

int main(int argc, char **argv)
{
    int i;
    double start, end, sum = 0;

    pages = unseen_size(argc, argv, 1, 50000);
    make_links(8);
    rank = malloc(pages * sizeof(double));
    next = malloc(pages * sizeof(double));
    for (i = 0; i < pages; i++)
        rank[i] = 1.0 / pages;
    start = unseen_clock();
    for (i = 0; i < ROUNDS; i++)
        spread();
    end = unseen_clock();
    for (i = 0; i < pages; i++)
        sum += rank[i] * (i % 5 + 1);
    unseen_print("pagerank", end - start, sum);
    return 0;
}
