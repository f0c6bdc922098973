// flags: -fopenmp
// What OpenMP's data clauses cannot make copies of.
#include <upc.h>
shared int total;
shared [] double *shared where;
static int last;

void caller_shares(int n)
{
    _Pragma("omp for lastprivate(last)") // error: the last value of private static 'last' is one for all threads of the parallel region outside this function; use a local variable in the clause, or open the region here
    for (int k = 0; k < n; k++) last = k;
}

int main(void)
{
    int n = 0;
    _Pragma("omp parallel for reduction(+ : n, total)") // error: shared object 'total' in OpenMP's 'reduction' clause; use a private variable in it
    for (int k = 0; k < 9; k++) n += k;
    _Pragma("omp parallel firstprivate(where) if (n > 2)") // error: shared object 'where' in OpenMP's 'firstprivate' clause; use a private variable in it
    n++;
    return n;
}
