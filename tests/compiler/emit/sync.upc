// golden: barriers, fences, a loop that waits.
// flags: -O2 -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
strict shared int flag;
void f(int n) {
    upc_notify n;
    upc_wait n;
    upc_fence;
    upc_barrier;
    while (!flag) ;
}
