#include <upc.h>
shared int common_scalar;
extern shared [2] int common_array[6 * THREADS];
shared int once[THREADS];
int third_sum(void)
{
    int s = common_scalar;
    for (int i = 0; i < THREADS; i++) s += once[i];
    for (int i = 0; i < 6 * THREADS; i++) s += common_array[i];
    return s;
}
