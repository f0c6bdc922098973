// Loops over all threads.
// flags: -O2 -fno-upc-passes -fupc-rotate
#include <upc.h>
shared [8] int a[8 * THREADS];
shared int b[8 * THREADS];
void loops(int *x, int n) {
    // report: 8: [rotate] done: each thread starts with its own part and goes round
    for (int t = 0; t < THREADS; t++) upc_memget(x + n * t, &a[8 * t], 4 * n);
    // report: 10: [rotate] done: each thread starts with its own part and goes round
    for (int t = 0; t < THREADS; t++) if (t != MYTHREAD) upc_memput(&b[t], x, sizeof(int));
    // report: 12: [rotate] not done: not each iteration is with another thread
    for (int t = 0; t < THREADS; t++) upc_memput(&a[t], x, sizeof(int));
    // report: 14: [rotate] not done: the length may change in the loop
    for (int t = 0; t < THREADS; t++) upc_memput(&b[t], x, sizeof(int) * (t + 1));
    // report: 16: [rotate] not done: an iteration is more than some upc_memget or upc_memput
    for (int t = 0; t < THREADS; t++) x[t] = b[t];
    // report: 18: [rotate] done: each thread starts with its own part and goes round
    for (int t = 0; t < THREADS; t++) {
        upc_memget(x + n * t, &a[8 * t], 4 * n);
        if (t != MYTHREAD) { upc_memput(&b[t], x, sizeof(int)); upc_memget(x + n * t, &b[t], 4); }
    }
    // report: 23: [rotate] not done: an iteration is more than some upc_memget or upc_memput
    for (int t = 0; t < THREADS; t++) { upc_memget(x + n * t, &a[8 * t], 4 * n); n--; }
    for (int t = 0; t < n; t++) upc_memput(&b[t], x, sizeof(int));
}
