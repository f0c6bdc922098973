// crowd: long (each of its many operations waits for processes that share cores)
// Collective copies (7.4.1): all functions, flags, lengths, roots, offsets; THREADS chosen at
// launch.
#include "collective_copies.h"

int main(void)
{
    run_all();
    PASS();
    return 0;
}
