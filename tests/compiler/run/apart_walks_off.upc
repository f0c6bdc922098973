// The same without the passes.
// flags: -O1 -fno-upc-passes
#include "apart_walks.upc"
