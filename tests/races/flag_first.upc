// The flag is strict, but set before the data.
// threads: 2
#include <upc.h>
#include <stdio.h>

shared int data;
strict shared int ready;

int main(void)
{
    int seen = 1;
    if (MYTHREAD == 0) {
#ifdef RACY
        ready = 1;
        data = 42; // race
#else
        data = 42;
        ready = 1;
#endif
    } else {
        while (!ready)
            ;
        seen = data; // race
    }
    return seen < 0;
}
