/* The program whose start, end and compilation are timed. */
#include <stdio.h>
#include <upc.h>

int main(void) {
    printf("Hello from thread %d of %d\n", MYTHREAD, THREADS);
    return 0;
}
