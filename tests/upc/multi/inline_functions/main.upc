// files: other.upc
// inline without static or extern, as UPC compilers have always taken it: a unit uses its own
// definition, and a unit that has one for all units gives it to those without.
#include "../../check.h"
#include "functions.h"

shared int a[3 * THREADS];
int other(shared int *a), (*other_common(void))(void);

int main(void)
{
    int (*volatile f)(int) = twice;
    for (int i = 0; i < 3; i++) a[i * THREADS + MYTHREAD] = 1;
    upc_barrier;
    CHECK_EQ(shared_sum(a, 3 * THREADS), 3 * THREADS);
    CHECK_EQ(twice(2000), 4000);
    CHECK_EQ(f(5), 10);
    CHECK(next(a) == &a[1]);
    CHECK_EQ(other(a), 6 * THREADS);
    CHECK_EQ(common(), 41);
    CHECK_EQ(other_common()(), 41);
    PASS();
    return 0;
}
