// The same without the passes of the optimiser.
// flags: -O2 -fno-upc-passes
#include "loop_memory.upc"
