// golden: pass owner-guards: a loop that asks whose each iteration is.
// flags: -O1 -fno-upc-passes -fupc-owner-guards -fupc-nodes=one
#include <upc_relaxed.h>
void work(int);
void f(int n) {
    for (int i = 0; i < n; i++)
        if (i % THREADS == MYTHREAD) work(i);
}
