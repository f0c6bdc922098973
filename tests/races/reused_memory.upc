// Memory that was freed and is obtained again: the new owner writes beside a thread that uses the
// old block.
// threads: 2
#include <upc.h>
#include <stdio.h>
#include <unistd.h>

shared [] int *shared block;

int main(void)
{
    if (MYTHREAD == 0)
        block = upc_alloc(64 * sizeof(int));
    upc_barrier;
    shared [] int *mine = block;
    if (MYTHREAD == 1)
        mine[7] = 1; // race
#ifndef RACY
    upc_barrier;
#endif
    if (MYTHREAD == 0) {
#ifdef RACY
        usleep(300000); // two accesses in the same instant may be missed
#endif
        upc_free(mine); // race
        mine = upc_alloc(64 * sizeof(int));
        mine[9] = 2;
    }
    return 0;
}
