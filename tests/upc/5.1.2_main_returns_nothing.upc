// flags: -Wno-main-return-type -Wno-main
// 5.1.2: `void main()`, as textbooks have it, even with arguments: ends with status 0.
#include "check.h"

void main(int argc, char **argv)
{
    CHECK_EQ(argc, 1);
    CHECK(argv[0] != NULL);
    PASS();
    if (MYTHREAD >= 0) return;
    puts("never");
}
