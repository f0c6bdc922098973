// static: 4
// 6.4.1.2: upc_localsizeof is the largest share of any thread where the blocks do not come out
// even.
#include "check.h"

shared [3] int ten[10];      // 3 3 3 1
shared [3] int thirteen[13]; // 4 3 3 3
shared int five[5];          // 2 1 1 1
shared [100] char wide[10];  // all with thread 0
shared [*] int spread[9];    // blocks of 3

int main(void)
{
    CHECK_EQ(upc_blocksizeof(spread), 3);
    CHECK(upc_localsizeof(ten) >= 3 * sizeof(int));
    CHECK(upc_localsizeof(thirteen) >= 4 * sizeof(int));
    CHECK(upc_localsizeof(five) >= 2 * sizeof(int));
    CHECK(upc_localsizeof(wide) >= 10);
    CHECK(upc_localsizeof(spread) >= 3 * sizeof(int));
    CHECK_EQ(upc_affinitysize(sizeof ten, 3 * upc_elemsizeof(ten), 3), sizeof(int));
    CHECK_EQ(upc_affinitysize(sizeof thirteen, 3 * upc_elemsizeof(thirteen), 0), 4 * sizeof(int));
    CHECK_EQ(upc_affinitysize(sizeof wide, 100, 0), 10);
    CHECK_EQ(upc_affinitysize(sizeof wide, 100, 1), 0);
    PASS();
    return 0;
}
