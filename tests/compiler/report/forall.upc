// What is said of upc_forall and of filters: one line for each loop, in whatever forms its function goes out.
// flags: -O2 -fno-upc-passes -fupc-forall-own -fupc-forall-stride -fupc-owner-guards
#include <upc.h>
shared [4] int a[8 * THREADS];
shared int c[8 * THREADS];
static shared [4] int *p;
int f(int);
int next(void);
void loops(int n, int *out) {
    int i;
    // report: 12: [forall-own] done: own elements as plain memory, in runs of own iterations
    upc_forall (i = 0; i < n; i++; &a[i]) a[i] = i;
    // report: 14: [forall-own] done: own elements as plain memory, in runs of own iterations
    upc_forall (i = n - 1; i >= 0; i -= 2; &p[i]) p[i] = i;
    // report: 16: [forall-own] done: own elements as plain memory, from own iteration to own iteration
    upc_forall (i = 0; i < n; i++; i + 1) c[i + 1] = i;
    // report: 18: [forall-stride] done: in runs of own iterations
    upc_forall (i = 0; i < n; i++; i / 3) out[i] = i;
    // report: 20: [forall-stride] done: from own iteration to own iteration
    upc_forall (i = 0; i < n; i++; 5 * i) out[i] = i;
    // report: 22: [forall-stride] not done: the affinity is not linear in the variable of the loop
    upc_forall (i = 0; i < n; i++; f(i)) out[i] = i;
    // report: 24: [forall-stride] not done: the body may change the variable
    upc_forall (i = 0; i < n; i++; &a[i]) out[i++] = i;
    // report: 26: [forall-stride] not done: the bound may change in the loop
    upc_forall (i = 0; i < next(); i++; &a[i]) out[i] = i;
    // report: 28: [forall-stride] not done: step and condition point in different directions
    upc_forall (i = 0; i < n; i--; &a[i]) out[i] = i;
    // report: 30: [forall-own] done: own elements as plain memory, in runs of own iterations
    for (i = 0; i < n; i++) if (upc_threadof(&a[i]) == MYTHREAD) a[i] = 2;
    // report: 32: [owner-guards] done: from own iteration to own iteration
    for (i = 0; i < n; i++) if (i % THREADS == MYTHREAD) out[i] = 2;
    // report: 34: [owner-guards] not done: the body leaves the loop
    for (i = 0; i < n; i++) if (i % THREADS == MYTHREAD) break;
    // report: 36: [forall-own] done: own elements as plain memory, from own iteration to own iteration
    upc_forall (i = 0; i < 8; i += n; &c[i]) c[i] = 3;
    // report: 38: [forall-stride] not done: the step may change in the loop
    upc_forall (i = 0; i < 8; i += n; &c[i]) n = 3;
    // report: 40: [forall-stride] not done: the step is not the addition of a constant to a variable
    upc_forall (i = 8; i > 0; i -= n; &c[i]) c[i] = 3;
    // report: 42: [forall-own] done: own elements as plain memory, in runs of own iterations
    for (i = 0; i + 1 < n; i += 2) if (upc_threadof(&a[i]) == MYTHREAD) a[i] = 2;
    // report: 44: [forall-stride] not done: the condition does not compare the variable
    upc_forall (i = 0; 2 * i < n; i++; &a[i]) a[i] = i;
}
