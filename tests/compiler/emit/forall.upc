// golden: The outermost upc_forall with affinity selects; the inner one is a for; without affinity it is one as well.
#include <upc.h>
shared [] int s[3];
void f(int *a) {
    int i, j;
    upc_forall (i = 0; i < 3; i++; i * i)
        upc_forall (j = 0; j < 3; j++; &s[j]) a[0] = 1;
    upc_forall (i = 0; i < 5; i++; continue) a[1] = 2;
}
// Where the owner follows from the variable, the loop steps from run to run, or from own iteration to own iteration.
shared [4] int b[8 * THREADS];
shared [6] int m[4 * THREADS][3];
shared int c[8 * THREADS];
void g(int *n) {
    upc_forall (int k = 0; k < 8 * THREADS; k++; &b[k]) n[k] = k;
    upc_forall (int k = 0; k < 4 * THREADS; k++; &m[k][0]) n[k] = k;
    upc_forall (int k = 0; k < 4; k++; &m[k][1]) k++;
}
// Where its body uses the elements the affinity names, over the own part, as in C; other elements as ever. A controlling loop of a caller: the loop as written.
void h(void) {
    upc_forall (int k = 0; k < 8 * THREADS; k++; &b[k]) b[k] = b[k + 1] + c[k];
}
// A bound with a cast is as good as one without.
void w(void) {
    upc_forall (long w = 0; w < (long)8 * THREADS; w++; &b[w]) b[w] = 1;
}
// A bound that the body may change is asked for in each own iteration.
int last;
void changes(int);
void x(void) {
    int i;
    upc_forall (i = 0; i < last; i++; &b[i]) changes(i);
}
