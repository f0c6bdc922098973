// A main in C++ on every mapping: polder_run calls thread_main in each UPC thread. Threads that one
// of them makes belong to it, so they see its part of the string.
#include "waves.h"

#include <polder/polder.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <thread>
#include <vector>

// The largest deflection in the caller's part, found by two threads.
static double largest_here()
{
    double found[2] = {0, 0};
    std::vector<std::thread> workers;
    for (int half = 0; half < 2; ++half)
        workers.emplace_back([half, &found] {
            int points;
            const double *mine = waves_mine(&points); // of the UPC thread that made this one
            for (int i = half * points / 2; i < (half + 1) * points / 2; ++i)
                found[half] = std::max(found[half], std::abs(mine[i]));
        });
    for (std::thread &worker : workers)
        worker.join();
    return std::max(found[0], found[1]);
}

static int thread_main(int, char **)
{
    waves_create(64);
    waves_step(200);
    const bool good = largest_here() <= 1.0001;
    const double energy = waves_energy();
    if (polder_mythread() == 0)
        std::cout << (good ? "PASS" : "FAIL") << ": energy " << energy << " on " << polder_threads() << " threads" << std::endl;
    return !good;
}

int main(int argc, char **argv)
{
    return polder_run(&argc, &argv, thread_main);
}
