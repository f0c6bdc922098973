// The same without the passes of the optimiser.
// flags: -O2 -fno-upc-passes
#include "arrays_in_structures.upc"
