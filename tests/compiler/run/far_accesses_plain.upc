// The same without optimisation: far code is calls then.
// env: POLDER_FAR_TEST=1
// flags: -O0 -fopenmp
// requires: openmp
// sanitize: no (assembly and unions are looked at as bytes)
#include "far_accesses.upc"
