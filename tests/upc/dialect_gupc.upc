// flags: -fupc-dialect=gupc
#include <gcc-upc.h>
#include "check.h"

int main(void)
{
    CHECK(__GUPC__ && __GCC_UPC__ && __UPC_PUPC__ && __UPC_VERSION__ == 201311L);
    upc_poll();
    PASS();
    return 0;
}
