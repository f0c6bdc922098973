// With static THREADS the constant is in the code, so divisions fold.
// flags: -fupc-threads=8
#include <upc.h>
// emit: polder_env_get_static(8)
// emit: {&a, 80, 1, 4, 4, 0, "a"};
shared int a[10 * THREADS];
int f(int i) { return a[i] + THREADS; }
