// start_pes, and a program that does not call shmem_finalize: its end is one.
#include <shmem.h>
#include <stdio.h>

static int word;

int main(void) {
    start_pes(0);
    start_pes(1);
    const int me = _my_pe(), pes = _num_pes();
    shmem_int_p(&word, me + 1, (me + 1) % pes);
    shmem_barrier_all();
    if (word != (me + pes - 1) % pes + 1) return 1;
    if (me == 0) puts("pass");
    return 0;
}
