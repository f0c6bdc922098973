// flags: -Wall -Wextra -Werror
// Constants that depend on what is shared about a type. The C compiler that warns sees the program
// without it, where associations of _Generic would be one, cases twice and assertions wrong.
#include <stdio.h>
#include <upc.h>

#define CHECK(x) ((x) ? (void)0 : (printf("line %d\n", __LINE__), upc_global_exit(1)))
#define KIND(e) _Generic((e), shared int *: 5, shared [2] int *: 6, shared [] int *: 7, default: 0)

struct node {
    int value;
    shared [2] int *row;
    _Static_assert(sizeof(shared [2] int *) == 2 * sizeof(long), "an address and a phase");
};

shared int a[THREADS];
shared [2] int b[2 * THREADS];
shared [] int c[3];
shared [6] short d[6 * THREADS];
typedef shared [2] int seven[7];

_Static_assert(sizeof(struct node) == 3 * sizeof(long), "no word less");
_Static_assert(upc_blocksizeof(d) == 6, "elements of a block");
enum { MOST = upc_localsizeof(seven) }; // one thread may have all of it
_Static_assert(!__builtin_types_compatible_p(shared int *, shared [2] int *), "two types");

static int of_size(unsigned long size) {
    switch (size) {
    case sizeof(shared [2] int *): return 1;
    case sizeof(int *): return 2;
    case upc_blocksizeof(d): return 3;
    case upc_elemsizeof(d): return 4;
    default: return 0;
    }
}

int main(void) {
    CHECK(KIND(&a[0]) == 5 && KIND(&b[0]) == 6 && KIND(&c[0]) == 7 && KIND(1) == 0);
    CHECK(of_size(16) == 1 && of_size(8) == 2 && of_size(6) == 3 && of_size(2) == 4 && of_size(1) == 0);
    CHECK(MOST == sizeof(seven) && MOST == upc_localsizeof(seven));
    if (MYTHREAD == 0) puts("pass");
    return 0;
}
