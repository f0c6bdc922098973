// 6.5.2: initialisers: shared scalars and arrays with values, private pointers to shared objects,
// shared pointers to shared objects, structures with such pointers.
#include "check.h"

shared int x = 42;
shared double y = 2.5, z;
shared [] int list[5] = {1, 2, 3, [4] = 9};
shared [2] char letters[2 * THREADS];
shared struct {
    int a;
    double b[2];
} record = {3, {0.5, 1.5}};
shared [] char text[] = "shared text";

shared int cyclic[6 * THREADS];
shared [3] int blocked[6 * THREADS];
shared int *to_scalar = &x;
shared int *to_element = &cyclic[4];
shared int *to_sum = cyclic + 2 * 2;
shared [3] int *to_blocked = &blocked[5];
shared void *to_void = &blocked[4];
shared int *shared shared_pointer = &cyclic[3];
static struct {
    int n;
    shared int *p;
    shared [3] int *q[2];
    int *own;
} table[2] = {{1, &x, {&blocked[1], blocked}, NULL}, {.q[1] = &blocked[7]}};
shared int *const constant_pointer = &x;
static shared [] int *first_of_list = list;
const shared int fixed = 77;

static shared int *from_function(void)
{
    static shared int *kept = &cyclic[1];
    return kept++;
}

int main(void)
{
    CHECK_EQ(x, 42);
    CHECK(y == 2.5 && z == 0);
    CHECK_EQ(list[0] + list[1] + list[2], 6);
    CHECK_EQ(list[3], 0);
    CHECK_EQ(list[4], 9);
    CHECK_EQ(letters[0], 0);
    CHECK(record.a == 3 && record.b[1] == 1.5);
    CHECK(sizeof text == 12 && text[7] == 't' && text[11] == 0);
    CHECK(to_scalar == &x && *to_scalar == 42);
    CHECK(to_element == &cyclic[4] && to_sum == &cyclic[4]);
    CHECK(to_blocked == &blocked[5]);
    CHECK_EQ(upc_phaseof(to_blocked), 2);
    CHECK_EQ(upc_phaseof(to_void), 1);
    CHECK(to_blocked + 1 == &blocked[6]);
    CHECK(shared_pointer == &cyclic[3]);
    CHECK(table[0].p == &x && table[0].q[0] == &blocked[1] && table[0].q[1] == blocked && table[0].n == 1);
    CHECK(table[1].p == NULL && table[1].q[1] == &blocked[7] && upc_phaseof(table[1].q[1]) == 1);
    CHECK(constant_pointer == &x && first_of_list[4] == 9 && fixed == 77);
    CHECK(from_function() == &cyclic[1]);
    CHECK(from_function() == &cyclic[2]);
    shared int *local = &cyclic[5], *locals[2] = {&x, local};
    CHECK(locals[1] == &cyclic[5] && *locals[0] == 42);
    upc_barrier;
    if (MYTHREAD == THREADS - 1) {
        x++;
        list[3] = 5;
        record.b[0] = 8;
    }
    upc_barrier;
    CHECK_EQ(*to_scalar, 43);
    CHECK(list[3] == 5 && record.b[0] == 8);
    to_scalar = local; // private: only mine changes
    upc_barrier;
    CHECK(to_scalar == &cyclic[5]);
    PASS();
    return 0;
}
