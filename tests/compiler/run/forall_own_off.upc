// The same without the passes of the optimiser.
// flags: -O1 -fno-upc-passes
#include "forall_own.upc"
