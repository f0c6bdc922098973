// A strict flag for the first hand-over, none for the way back.
// threads: 2
#include <upc.h>
#include <stdio.h>

shared int data;
strict shared int full, empty;

int main(void)
{
    int sum = 0;
    if (MYTHREAD == 0) {
        data = 1;
        full = 1;
#ifndef RACY
        while (!empty)
            ;
#endif
        data = 2; // race
    } else {
        while (!full)
            ;
        sum += data; // race
        empty = 1;
    }
    return sum < 0;
}
