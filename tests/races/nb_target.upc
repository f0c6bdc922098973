// What upc_memget_nb brings is used before upc_sync.
// threads: 2
// private: the buffer is
#include <upc.h>
#include <stdio.h>
#include <upc_nb.h>

shared [8] int a[8 * THREADS];

int main(void)
{
    static int theirs[8];
    int sum = 0;
    upc_handle_t get = upc_memget_nb(theirs, &a[(MYTHREAD + 1) % THREADS * 8], sizeof theirs); // race
#ifndef RACY
    upc_sync(get);
#endif
    sum = theirs[5]; // race
#ifdef RACY
    upc_sync(get);
#endif
    return sum < 0;
}
