// What is said of upc_forall and of filters: one line for each loop, in whatever forms its function goes out.
// flags: -O2 -fno-upc-passes -fupc-forall-own -fupc-forall-stride -fupc-owner-guards -fupc-strength-reduction
#include <upc.h>
shared [4] int a[8 * THREADS];
shared int c[8 * THREADS], d[8 * THREADS];
int lengths[9];
static shared [4] int *p;
int f(int);
int next(void);
void loops(int n, int *out) {
    int i;
    // report: 13: [forall-own] done: own elements as plain memory, in runs of own iterations
    upc_forall (i = 0; i < n; i++; &a[i]) a[i] = i;
    // report: 15: [forall-own] done: own elements as plain memory, in runs of own iterations
    upc_forall (i = n - 1; i >= 0; i -= 2; &p[i]) p[i] = i;
    // report: 17: [forall-own] done: own elements as plain memory, from own iteration to own iteration
    upc_forall (i = 0; i < n; i++; i + 1) c[i + 1] = i;
    // report: 19: [forall-stride] done: in runs of own iterations
    upc_forall (i = 0; i < n; i++; i / 3) out[i] = i;
    // report: 21: [forall-stride] done: from own iteration to own iteration
    upc_forall (i = 0; i < n; i++; 5 * i) out[i] = i;
    // report: 23: [forall-stride] not done: its head calls a function that may run a upc_forall
    upc_forall (i = 0; i < n; i++; f(i)) out[i] = i;
    // report: 25: [forall-stride] not done: the body may change the variable
    upc_forall (i = 0; i < n; i++; &a[i]) out[i++] = i;
    // report: 27: [forall-stride] not done: its head calls a function that may run a upc_forall
    upc_forall (i = 0; i < next(); i++; &a[i]) out[i] = i;
    // report: 29: [forall-stride] not done: step and condition point in different directions
    upc_forall (i = 0; i < n; i--; &a[i]) out[i] = i;
    // report: 31: [forall-own] done: own elements as plain memory, in runs of own iterations
    for (i = 0; i < n; i++) if (upc_threadof(&a[i]) == MYTHREAD) a[i] = 2;
    // report: 33: [owner-guards] done: from own iteration to own iteration
    for (i = 0; i < n; i++) if (i % THREADS == MYTHREAD) out[i] = 2;
    // report: 35: [owner-guards] not done: the body leaves the loop
    for (i = 0; i < n; i++) if (i % THREADS == MYTHREAD) break;
    // report: 37: [forall-own] done: own elements as plain memory, from own iteration to own iteration
    upc_forall (i = 0; i < 8; i += n; &c[i]) c[i] = 3;
    // report: 39: [forall-stride] not done: the step may change in the loop
    upc_forall (i = 0; i < 8; i += n; &c[i]) n = 3;
    // report: 41: [forall-stride] not done: the step is not the addition of a constant to a variable
    upc_forall (i = 8; i > 0; i -= n; &c[i]) c[i] = 3;
    // report: 43: [forall-own] done: own elements as plain memory, in runs of own iterations
    for (i = 0; i + 1 < n; i += 2) if (upc_threadof(&a[i]) == MYTHREAD) a[i] = 2;
    // report: 45: [forall-stride] not done: the condition does not compare the variable
    upc_forall (i = 0; 2 * i < n; i++; &a[i]) a[i] = i;
    // report: 48: [forall-own] done: own elements as plain memory, from own iteration to own iteration
    // report: 48: [strength-reduction] done: 2 addresses carried along
    upc_forall (i = 1; i < n; i++; &c[i]) c[i] = d[i - 1] + d[i + lengths[n]];
}
