// 7.2.1: upc_global_exit(0) by every thread at the same time.
#include "check.h"

int main(void)
{
    PASS();
    upc_barrier;
    upc_global_exit(0);
    return 5;
}
