// The outermost upc_forall with affinity selects; the inner one is a for; without affinity it is one as well.
#include <upc.h>
// emit: = *polder_depth;
// emit: if (polder_f1 || polder_owns_number(polder_e, (long)(2 * i)))
// emit: for (j = 0; j < 3; j++) a[0] = 1;
// emit: for (i = 0; i < 5; i++) a[1] = 2;
shared [] int s[3];
void f(int *a) {
    int i, j;
    upc_forall (i = 0; i < 3; i++; 2 * i)
        upc_forall (j = 0; j < 3; j++; &s[j]) a[0] = 1;
    upc_forall (i = 0; i < 5; i++; continue) a[1] = 2;
}
// Where the owner follows from the variable, the loop steps from own iteration to own iteration.
// emit: polder_forall_first(polder_e, polder_f2, (long)k, 4, 2147483647L)
// emit: polder_forall_next(polder_e, polder_f4, (long)k, 2, 2147483647L)
// emit: if (polder_f6 || polder_thread_of(
shared [4] int b[8 * THREADS];
shared [6] int m[4 * THREADS][3];
void g(void) {
    upc_forall (int k = 0; k < 8 * THREADS; k++; &b[k]) b[k] = k;
    upc_forall (int k = 0; k < 4 * THREADS; k++; &m[k][0]) m[k][1] = k;
    upc_forall (int k = 0; k < 4; k++; &m[k][1]) k++;
}
