// args: x
// flags: -Wno-implicit-int -Wno-deprecated-non-prototype
// 5.1.2: main as the oldest UPC programs write it: no return type, parameters declared K&R style.
#include "check.h"

main(argc, argv)
int argc;
char **argv;
{
    CHECK_EQ(argc, 2);
    CHECK_EQ(argv[1][0], 'x');
    PASS();
    return 0;
}
