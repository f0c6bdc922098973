// golden: strict accesses in both versions.
// flags: -O2 -fno-upc-one-thread
#include <upc_relaxed.h>
strict shared int flag;
int f(int n) {
    for (int i = 0; i < n; i++) flag = i;
    return flag;
}
