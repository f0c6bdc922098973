// crowd: long (each of its many operations waits for processes that share cores)
// Reductions and prefix reductions (7.4.2): all eleven types, all operations, layouts, phases,
// lengths and flags.
// limit: 960 (between nodes that share cores each of its thousands of operations takes milliseconds)
#include "reduce.h"

int main(void)
{
    run_all();
    PASS();
    return 0;
}
