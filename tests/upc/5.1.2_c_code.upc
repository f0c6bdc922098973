// 5.1.2, 6.7: `#pragma upc c_code` regions are plain C: UPC's keywords are ordinary names there,
// and its statics C's.
#include "check.h"

#pragma upc c_code
struct old {
    int shared, strict, relaxed;
    int THREADS;
};
static int c_counter; /* one a process, as in C */
static int sum_of(struct old *shared)
{
    int strict = shared->strict;
    __atomic_fetch_add(&c_counter, 1, __ATOMIC_SEQ_CST);
    return shared->shared + strict + shared->relaxed + shared->THREADS;
}
static int *address_of_counter(void)
{
    return &c_counter;
}
#pragma upc upc_code

static int upc_counter; // one a thread

int main(void)
{
    struct old o = {1, 2, 3, 4};
    CHECK_EQ(sum_of(&o), 10);
    upc_counter++;
    upc_barrier;
    CHECK(*address_of_counter() >= 1 && *address_of_counter() <= THREADS);
    CHECK_EQ(*address_of_counter(), c_counter);
    CHECK_EQ(upc_counter, 1);
    PASS();
    return 0;
}
