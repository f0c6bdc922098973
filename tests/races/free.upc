// A block is freed while another thread still reads it.
// threads: 2
#include <upc.h>
#include <stdio.h>

shared [] int *shared block;

int main(void)
{
    int seen = 0;
    if (MYTHREAD == 0)
        block = upc_alloc(64 * sizeof(int));
    upc_barrier;
    shared [] int *mine = block;
    if (MYTHREAD == 1)
        seen = mine[7]; // race
#ifndef RACY
    upc_barrier;
#endif
    if (MYTHREAD == 0)
        upc_free(mine); // race
    return seen == 123456;
}
