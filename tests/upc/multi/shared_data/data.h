#ifndef DATA_H
#define DATA_H
#include <upc.h>

struct item {
    int i;
    double d;
    shared [] struct item *next;
};
extern shared [3] int from_main[9 * THREADS];
extern shared double scalar_main;
extern shared [4] int from_other[THREADS][4];
extern shared double scalar_other;
extern shared [] struct item items[4];
extern shared [3] int *to_main;
extern shared int distant[2 * THREADS];

void other_fill(void);
shared [3] int **other_pointer(void);
int other_hidden(int t);
int sum_of(shared int *a, int n);
#endif
