/* 0/1 knapsack by dynamic programming: the twin of knapsack.upc. */
#include "../unseen.h"

#define ITEMS 200

int items, capacity;
int *best[ITEMS + 1];
int weight[ITEMS + 1], value[ITEMS + 1];

void fill(void)
{
    int i, w;

    for (i = 1; i <= items; i++) {
#pragma omp parallel for
        for (w = 0; w <= capacity; w++) {
            best[i][w] = best[i - 1][w];
            if (weight[i] <= w && best[i - 1][w - weight[i]] + value[i] > best[i][w])
                best[i][w] = best[i - 1][w - weight[i]] + value[i];
        }
    }
}

int main(int argc, char **argv)
{
    int i, w;
    double start, end, sum = 0;

    capacity = unseen_size(argc, argv, 1, 20000);
    items = unseen_size(argc, argv, 2, ITEMS);
    if (items > ITEMS) items = ITEMS;
    for (i = 0; i <= items; i++) {
        weight[i] = (i * 37) % 101 + 5;
        value[i] = (i * 53) % 89 + 1;
        best[i] = malloc((capacity + 1) * sizeof(int));
    }
    for (w = 0; w <= capacity; w++)
        best[0][w] = 0;
    start = unseen_clock();
    fill();
    end = unseen_clock();
    for (i = 0; i <= items; i++)
        for (w = 0; w <= capacity; w++)
            sum += (double)best[i][w] * ((i + w) % 3 + 1);
    unseen_print("knapsack", end - start, sum);
    return 0;
}
