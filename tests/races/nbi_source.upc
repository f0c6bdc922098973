// The buffer of upc_memput_nbi is used again before upc_synci.
// threads: 3
// private: the buffer is
#include <upc.h>
#include <stdio.h>
#include <upc_nb.h>

shared [8] int a[8 * THREADS];
int mine[8];

int main(void)
{
    for (int t = 0; t < THREADS; t++) {
        if (t == MYTHREAD)
            continue;
        mine[0] = t; // race
        upc_memput_nbi(&a[t * 8 + MYTHREAD], mine, sizeof(int)); // race
#ifndef RACY
        upc_synci();
#endif
    }
    upc_synci();
    return 0;
}
