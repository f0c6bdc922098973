// files: other.upc
// A header with static and inline functions that use shared and private data, included in two
// files.
#include "../../check.h"
#include "inline.h"

shared int visits[THREADS];
int other_visit(void);

int main(void)
{
    CHECK_EQ(visit(), 1);
    CHECK_EQ(other_visit(), 1); // a static variable of a static function: one for each file
    CHECK_EQ(visit(), 2);
    upc_barrier;
    CHECK_EQ(visits[(MYTHREAD + 1) % THREADS], 3);
    CHECK_EQ(next_of(MYTHREAD), (MYTHREAD + 1) % THREADS);
    PASS();
    return 0;
}
