/* As many old libraries: its state is static, and its result lies in a static buffer. */
#include <stdio.h>

const char *next_name(void)
{
    static int number;
    static char name[16];
    snprintf(name, sizeof name, "name%d", ++number);
    return name;
}
