// A loop that only waits for shared memory lets others run; a loop over private data is none of our business.
#include <upc.h>
// emit: while (!(*(int *)polder_addr_1node(polder_s_flag))) { polder_spin(); }
// emit: while (!*p) ;
shared int flag;
void f(volatile int *p) {
    while (!flag) ;
    while (!*p) ;
}
