// The outermost upc_forall with affinity selects; the inner one is a for; without affinity it is one as well.
#include <upc.h>
// emit: = *polder_depth;
// emit: polder_owns_number(polder_e, (long)(i))
// emit: for (j = 0; j < 3; j++) a[0] = 1;
// emit: for (i = 0; i < 5; i++) a[1] = 2;
shared [] int s[3];
void f(int *a) {
    int i, j;
    upc_forall (i = 0; i < 3; i++; i)
        upc_forall (j = 0; j < 3; j++; &s[j]) a[0] = 1;
    upc_forall (i = 0; i < 5; i++; continue) a[1] = 2;
}
