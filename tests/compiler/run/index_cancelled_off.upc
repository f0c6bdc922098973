// The same without the passes of the optimiser.
// flags: -O3 -fno-upc-passes
#include "index_cancelled.upc"
