// flags: -Wno-upc-block-mismatch
// Without the error, a pointer to blocks of another size is converted as a cast converts it: it
// starts a block of its own size.
#include "../../upc/check.h"

shared [2] int x[12 * THREADS];
shared [4] int *p;

static void equal_to_cast(shared [4] int *implicit, shared [2] int *from)
{
    shared [4] int *cast = (shared [4] int *)from;
    CHECK(implicit == cast);
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(upc_threadof(implicit + i), upc_threadof(cast + i));
        CHECK_EQ(upc_phaseof(implicit + i), i % 4);
    }
}

int main(void)
{
    shared [2] int *q = &x[3];
    p = q;
    equal_to_cast(q, q);
    if (MYTHREAD == 0) CHECK_EQ(upc_phaseof(p), 0);
    PASS();
    return 0;
}
