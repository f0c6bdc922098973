// The outermost upc_forall with affinity selects; the inner one is a for; without affinity it is one as well.
#include <upc.h>
// emit: = *polder_depth;
// emit: if (polder_f1 || polder_owns_number(polder_e, (long)(i * i)))
// emit: for (j = 0; j < 3; j++) a[0] = 1;
// emit: for (i = 0; i < 5; i++) a[1] = 2;
shared [] int s[3];
void f(int *a) {
    int i, j;
    upc_forall (i = 0; i < 3; i++; i * i)
        upc_forall (j = 0; j < 3; j++; &s[j]) a[0] = 1;
    upc_forall (i = 0; i < 5; i++; continue) a[1] = 2;
}
// Where the owner follows from the variable, the loop steps from run to run, or from own iteration to own iteration.
// emit: , 4L, polder_below_floor, 0, polder_c
// emit: , 2L, polder_below_floor, 0, polder_c
// emit:  || polder_thread_of(
shared [4] int b[8 * THREADS];
shared [6] int m[4 * THREADS][3];
shared int c[8 * THREADS];
void g(int *n) {
    upc_forall (int k = 0; k < 8 * THREADS; k++; &b[k]) n[k] = k;
    upc_forall (int k = 0; k < 4 * THREADS; k++; &m[k][0]) n[k] = k;
    upc_forall (int k = 0; k < 4; k++; &m[k][1]) k++;
}
// Where its body uses the elements the affinity names, over the own part, as in C; other elements as ever. A controlling loop of a caller: the loop as written.
// emit: (*(int *)polder_at(((polder_ga)((int *)polder_at((polder_s_b + (polder_e.mythread << polder_e.shift))) + ((long)(polder_r
// emit: )))))) = (*(int *)polder_at(polder_index_blocked(polder_e, polder_s_b, (long)(k + 1), sizeof(int), 4))) + (*(int *)polder_at(polder_index_cyclic(polder_e, polder_s_c, (long)(k), sizeof(int))));
// emit: ; k < 8 * ((int)polder_e.threads); k = (int)((long)k + 1))
void h(void) {
    upc_forall (int k = 0; k < 8 * THREADS; k++; &b[k]) b[k] = b[k + 1] + c[k];
}
// A bound with a cast is as good as one without.
// emit: polder_own_run_first(polder_e, 1L,
void w(void) {
    upc_forall (long w = 0; w < (long)8 * THREADS; w++; &b[w]) b[w] = 1;
}
// A bound that the body may change is asked for in each own iteration.
// emit: for (i = (int)polder_forall_first(polder_e, polder_f
// emit: , (long)i, 4, 2147483647L); i < (*(
// emit: )); i = (int)polder_forall_next(polder_e, polder_f
int last;
void changes(int);
void x(void) {
    int i;
    upc_forall (i = 0; i < last; i++; &b[i]) changes(i);
}
