// exit: 9
// 5.1.2.3: the exit code is the largest over the threads.
#include "check.h"

int main(void)
{
    PASS();
    return MYTHREAD == THREADS - 1 ? 9 : MYTHREAD % 4;
}
