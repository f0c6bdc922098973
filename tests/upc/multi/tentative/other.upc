#include <upc.h>
shared int common_scalar;
shared [2] int common_array[6 * THREADS];
shared int twice;
shared [] double all_of_it[10];
void other_set(void)
{
    common_scalar = 77;
    common_array[1] = 78;
    twice = 79;
    all_of_it[9] = 7.5;
}
