// exit: 3
// 5.1.2.3: exit() from below main ends the calling thread only; the others finish their work first.
#include "check.h"

shared int finished[THREADS];

static void leave(void)
{
    exit(3);
}

int main(void)
{
    PASS();
    if (MYTHREAD == 0) leave();
    for (volatile int i = 0; i < 1000000; i++) {}
    finished[MYTHREAD] = 1;
    return 0;
}
