// files: other.upc
// Shared objects of several files: defined here and used there, and the other way; the same
// layouts, static ones kept apart.
#include "../../check.h"
#include "data.h"

shared [3] int from_main[9 * THREADS];
shared double scalar_main = 4.5;
static shared int hidden[THREADS];
shared [] struct item items[4];

int main(void)
{
    from_main[3 * MYTHREAD + 1] = 10 + MYTHREAD;
    hidden[MYTHREAD] = 5;
    upc_barrier;
    other_fill();
    upc_barrier;
    for (int t = 0; t < THREADS; t++) {
        CHECK_EQ(from_other[t][2], 100 + t);
        CHECK_EQ(hidden[t], 5);
        CHECK_EQ(from_main[3 * t + 2], 20 + t);
    }
    CHECK(scalar_other == -1.25 && scalar_main == 4.5);
    CHECK(items[2].d == 2.5 && items[1].next == &items[2]);
    CHECK(to_main == &from_main[4] && *other_pointer() == &from_main[5]);
    CHECK_EQ(upc_phaseof(to_main), 1);
    CHECK_EQ(other_hidden(MYTHREAD), 6);
    CHECK(distant[THREADS] == 3 && sum_of(distant, 2 * THREADS) == 3);
    PASS();
    return 0;
}
