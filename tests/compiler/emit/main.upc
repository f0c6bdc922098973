// golden: main, its wrapper, a barrier.
// flags: -O2 -fupc-nodes=one
#include <upc_relaxed.h>
int main(int argc, char **argv) {
    upc_barrier argc;
    return argv[0][0];
}
