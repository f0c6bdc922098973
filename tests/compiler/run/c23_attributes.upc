// flags: -std=c2x -Wno-unknown-attributes -Wno-attributes
// What compilers have of C23 for long: [[attributes]] in every place, digit separators, parameters
// without names, labels before declarations and closing braces.
#include <stdio.h>
#include <upc.h>

[[maybe_unused]] shared int hidden;
[[deprecated("use another")]] int old(void);
[[nodiscard]] static int count(shared int *p [[maybe_unused]], [[maybe_unused]] int n) { return 1; }
struct [[gnu::packed]] packed { char c; int i [[maybe_unused]]; [[deprecated]] char d; };
struct [[gnu::aligned(32)]] aligned { int x; };
[[gnu::aligned(4 * sizeof(shared [2] int *))]] static shared int *left, *right; // in front of several declarations
shared struct packed small[THREADS];
shared struct aligned large[THREADS];
_Static_assert(sizeof(struct packed) == 6 && sizeof(struct aligned) == 32, "layout");
shared int a[1'000 * THREADS];
int counter [[maybe_unused]], list [[maybe_unused]] [3];
static int with_attributes [[maybe_unused]] (int a [[maybe_unused]]);
static int with_attributes(int a) { return a; }
struct bits { int low [[maybe_unused]] : 3; [[maybe_unused]] int high; };
shared struct bits bits[THREADS];
shared [0b1'00] int b[4 * THREADS];
static int unnamed(shared int *, int) { return 1; }

static int statements(int x)
{
    switch (x) {
    case 1: x++; [[fallthrough]];
    case 2'0: x++; break;
    default: [[likely]] x = 7;
    }
    [[maybe_unused]] int y = 3;
    for ([[maybe_unused]] int i = 0; i < 3; i++) ;
    if (x > 100)
        goto end;
    x += y;
end:
    return x;
}

int main(void)
{
    a[1'00 * THREADS + MYTHREAD] = count(a, 1) + unnamed(a, 1);
    small[MYTHREAD].i = 5;
    large[MYTHREAD].x = with_attributes(6);
    bits[MYTHREAD].low = 2;
    bits[MYTHREAD].high = 3;
    const int good = a[100 * THREADS + MYTHREAD] == 2 && upc_blocksizeof(b) == 4 && small[MYTHREAD].i + large[MYTHREAD].x == 11 &&
                     statements(1) == 6 && statements(20) == 24 && statements(3) == 10 && sizeof(a) == 4'000ul * THREADS;
    if (left || right || (unsigned long)&left % 64 || (unsigned long)&right % 64) upc_global_exit(2);
    if (!good || bits[MYTHREAD].low + bits[MYTHREAD].high != 5) upc_global_exit(1);
    upc_barrier;
    if (MYTHREAD == 0) puts("pass");
    return 0;
}
