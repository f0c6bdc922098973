// A barrier of a group orders what its members do, and nobody else.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <upc_groups.h>

shared int a[THREADS];

int main(void)
{
    upc_group_t *const all = upc_group_world();
    upc_group_t *const pair = upc_group_split(all, MYTHREAD < 2 ? 0 : 1, 0);
    int got = 0;
    if (MYTHREAD == 0)
        a[0] = 5; // race
#ifdef RACY
    upc_group_barrier(pair);
    if (MYTHREAD == 2)
        got = a[0]; // race
#else
    upc_group_notify(pair);
    upc_group_wait(pair);
    if (MYTHREAD == 1)
        got = a[0];
#endif
    return got < 0;
}
