// The same without the passes of the optimiser.
// flags: -O2 -fno-upc-passes
#include "apart_whole.upc"
