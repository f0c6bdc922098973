// The buffer of upc_memput_nb is used again before upc_sync.
// threads: 2
// private: the buffer is
#include <upc.h>
#include <stdio.h>
#include <upc_nb.h>

shared [8] int a[8 * THREADS];
int mine[8];

int main(void)
{
    upc_handle_t put = upc_memput_nb(&a[(MYTHREAD + 1) % THREADS * 8], mine, sizeof mine); // race
#ifdef RACY
    mine[2] = 1; // race
    upc_sync(put);
#else
    upc_sync(put);
    mine[2] = 1;
#endif
    return 0;
}
