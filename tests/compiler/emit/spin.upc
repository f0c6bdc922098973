// A loop that only waits for shared memory lets others run; a loop over private data is none of our business.
#include <upc.h>
// emit: while (!(*(int *)polder_addr_1node(polder_s_flag))) { polder_spin(); }
// emit: while (!*p) ;
// emit: while (!*p) { polder_spin(); }
// emit: do { polder_spin(); } while (!*p);
// emit: while (!*p) { upc_poll(); work(); }
// emit: while (!ready()) upc_poll();
shared int flag;
void work(void);
int ready(void);
void f(volatile int *p) {
    while (!flag) ;
    while (!*p) ;
    while (!*p) upc_poll();
    do { upc_poll(); upc_fence; } while (!*p);
    while (!*p) { upc_poll(); work(); }
    while (!ready()) upc_poll();
}
