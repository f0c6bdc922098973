// 7.2.3.4: upc_addrfield is a small offset in the owner's shared memory for any object, also on the
// heaps, which begin far behind one another in the address space (programs take a pointer for
// damaged where it is 16 GiB or more); the same in all threads; 0 for null; linear inside an
// object; apart for different objects.
#include "check.h"

shared int cyclic[4 * THREADS];
shared [] char *shared given;

int main(void)
{
    const size_t limit = (size_t)16 << 30;
    shared [] char *own = upc_alloc(100000);
    shared int *global = upc_global_alloc(THREADS, 100000), *all = upc_all_alloc(THREADS, 100000);
    size_t (*const field)(shared void *) = upc_addrfield;
    CHECK(own && global && all);
    CHECK(upc_addrfield(own) < limit && upc_addrfield(global) < limit && upc_addrfield(all) < limit);
    CHECK(upc_addrfield(&cyclic[MYTHREAD]) < limit && upc_addrfield(&cyclic[MYTHREAD]) != 0);
    CHECK_EQ(upc_addrfield(NULL), 0);
    for (int i = 0; i < 100000; i += 999) CHECK_EQ(upc_addrfield(own + i) - upc_addrfield(own), i);
    CHECK_EQ(upc_addrfield(&all[5 * THREADS]) - upc_addrfield(all), 5 * sizeof(int));
    CHECK_EQ(field(own), upc_addrfield(own));
    CHECK_EQ((char *)(own + 777) - (char *)own, upc_addrfield(own + 777) - upc_addrfield(own));

    // apart: no two of static data and the blocks overlap
    const size_t begin[] = {upc_addrfield(cyclic), upc_addrfield(own), upc_addrfield(global), upc_addrfield(all)};
    const size_t bytes[] = {4 * sizeof(int), 100000, 100000, 100000};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) CHECK(i == j || begin[i] + bytes[i] <= begin[j] || begin[j] + bytes[j] <= begin[i]);

    // the same whoever asks
    static shared size_t first;
    if (MYTHREAD == 0) {
        given = own;
        first = upc_addrfield(own);
    }
    upc_barrier;
    CHECK_EQ(upc_addrfield(given), first);
    PASS();
    return 0;
}
