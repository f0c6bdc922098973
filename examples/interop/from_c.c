// A main in C that uses a UPC library. polder_init makes the process one UPC thread: upcrun -n 4
// ./from_c
#include "waves.h"

#include <math.h>
#include <polder/polder.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    polder_init(&argc, &argv);
    waves_create(100);
    const double start = waves_energy();
    waves_step(500);
    const double end = waves_energy();
    const int good = fabs(end - start) < 0.1 * start;
    if (polder_mythread() == 0)
        printf("%s: energy %.4f, after 500 steps %.4f, on %d threads\n", good ? "PASS" : "FAIL", start, end, polder_threads());
    polder_finalize();
    return !good;
}
