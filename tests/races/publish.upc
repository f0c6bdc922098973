// The address of a new block is handed on without a barrier, and so is what is in it.
// threads: 2
#include <upc.h>
#include <stdio.h>

shared [] int *shared block;
strict shared int ready;

int main(void)
{
    int seen = 0;
    if (MYTHREAD == 0) {
        shared [] int *mine = upc_alloc(64 * sizeof(int));
#ifdef RACY
        ready = 1;
#endif
        mine[0] = 3;
        block = mine; // race
#ifndef RACY
        ready = 1;
#endif
    } else {
        while (!ready)
            ;
        shared [] int *theirs = block; // race
        seen = upc_threadof(theirs) > 1; // what depends on it
    }
    return seen;
}
