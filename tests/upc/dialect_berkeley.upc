// flags: -fupc-dialect=berkeley
// On request upcc answers as Berkeley UPC: its macros, its extensions and the C headers its <upc.h>
// brings.
#include <upc_relaxed.h>
#include <stdio.h>

#if !defined __BERKELEY_UPC__ || !defined __BERKELEY_UPC_RUNTIME__ || __BERKELEY_UPC_RUNTIME_RELEASE__ < 2 || !__UPC_PUPC__
#error "not Berkeley UPC"
#endif
#if !defined __BERKELEY_UPC_MINOR__ || !defined __BERKELEY_UPC_PATCHLEVEL__ || !__BERKELEY_UPC_SMP_CONDUIT__ || \
    !__BERKELEY_UPC_PSHM__ || !defined __BERKELEY_UPC_RUNTIME_RELEASE_MINOR__ || \
    !defined __BERKELEY_UPC_RUNTIME_RELEASE_PATCHLEVEL__
#error "macros of Berkeley UPC are missing"
#endif

shared uint64_t sum;

int main(void)
{
    bupc_atomicU64_fetchadd_relaxed(&sum, (uint64_t)MYTHREAD);
    upc_barrier;
    if (sum != (uint64_t)THREADS * (THREADS - 1) / 2) abort();
    if (MYTHREAD == 0) printf("pass\n");
    return 0;
}
