// golden: private data of a thread, its initialisers, and a static of a block.
// flags: -O2 -fupc-nodes=one
#include <upc_relaxed.h>
static int calls = 1;
static int *at = &calls;
extern int elsewhere;
int f(void) {
    static int mine = 2;
    return calls++ + *at + elsewhere + mine;
}
