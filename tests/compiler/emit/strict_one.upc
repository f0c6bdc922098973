// golden: strict accesses of a scalar and of a structure, one node.
// flags: -O2 -fupc-nodes=one -fno-upc-one-thread
#include <upc_relaxed.h>
struct pair { int x, y[3]; };
strict shared int flag;
strict shared struct pair whole;
int f(struct pair p) {
    flag = 1;
    whole = p;
    flag += 2;
    return flag;
}
