// The other half of main.upc.
#include "data.h"

shared [4] int from_other[THREADS][4];
shared double scalar_other = -1.25;
static shared int hidden[THREADS];
shared int distant[2 * THREADS];
shared [3] int *to_main = &from_main[4];
static shared [3] int *own = from_main + 5;

void other_fill(void)
{
    from_other[MYTHREAD][2] = 90 + from_main[3 * MYTHREAD + 1];
    from_main[3 * MYTHREAD + 2] = 20 + MYTHREAD;
    hidden[MYTHREAD] = 6;
    if (MYTHREAD == THREADS - 1) {
        items[2].d = 2.5;
        items[1].next = &items[2];
        distant[THREADS] = 3;
    }
}

shared [3] int **other_pointer(void) { return &own; }
int other_hidden(int t) { return hidden[t]; }
int sum_of(shared int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
