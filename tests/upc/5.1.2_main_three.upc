// 5.1.2: main with the environment as third argument; environ and getenv agree with it.
#include "check.h"
#include <string.h>

extern char **environ;

int main(int argc, char **argv, char **envp)
{
    (void)argv;
    CHECK_EQ(argc, 1);
    int n = 0, m = 0;
    while (envp[n] != NULL) n++;
    while (environ[m] != NULL) m++;
    CHECK(n > 0 && m > 0);
    CHECK(getenv("PATH") != NULL);
    PASS();
    return 0;
}
