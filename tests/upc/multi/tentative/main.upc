// flags: -fcommon
// files: other.upc third.upc
// -fcommon: tentative definitions of shared objects in several files are one object; so are an extern declaration and one of them.
#include "../../check.h"

shared int common_scalar;
shared [2] int common_array[6 * THREADS];
shared int twice;
shared int twice;
extern shared int once[THREADS];
shared [] double all_of_it[10];

void other_set(void);
int third_sum(void);

int main(void)
{
    if (MYTHREAD == 0) other_set();
    common_array[2 * MYTHREAD] = 1;
    once[MYTHREAD] = 2;
    upc_barrier;
    CHECK_EQ(common_scalar, 77);
    CHECK_EQ(common_array[1], 78);
    CHECK(all_of_it[9] == 7.5 && twice == 79);
    CHECK_EQ(third_sum(), 3 * THREADS + 77 + 78);
    PASS();
    return 0;
}
