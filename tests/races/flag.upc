// A relaxed flag: a spin loop on it orders nothing.
// threads: 2
#include <upc.h>
#include <stdio.h>

#ifdef RACY
#define STRICT relaxed
#else
#define STRICT strict
#endif
shared int data;
STRICT shared int ready;

int main(void)
{
    int seen = 1;
    if (MYTHREAD == 0) {
        data = 42;    // race
        ready = 1;    // race
    } else {
        while (!ready) // race
            ;
        seen = data; // race
    }
    return seen < 0;
}
