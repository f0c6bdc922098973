// requires: clang-19
// flags: --cc=clang-19 -std=c23
// The words C23 made keywords: bool, true, false, nullptr, constexpr, auto, typeof_unqual,
// static_assert, alignas, alignof, thread_local; enumerations with a type.
#include <stddef.h>
#include <stdio.h>
#include <upc.h>

#define CHECK(x) ((x) ? (void)0 : (printf("line %d\n", __LINE__), upc_global_exit(1)))

static_assert(true);
enum small : unsigned char { first, second };
enum later : short;
shared enum small smalls[THREADS];
static_assert(sizeof(enum small) == 1 && sizeof(enum later) == 2);
constexpr int K = 1'000;
shared int a[K * THREADS];
shared [K] char blocks[K * THREADS];
shared bool flags[THREADS];
bool flag = false;
thread_local int own = 3;
alignas(32) char aligned[3];
shared int *null = nullptr;
shared [4] int *null_with_phase = nullptr;
shared void *null_void = nullptr;
typeof_unqual(a[0]) plain = 3;

static int is_null(shared int *p, shared [4] int *q, shared void *r) { return p == nullptr && q == nullptr && nullptr == r; }
static shared int *either(bool first) { return first ? nullptr : &a[0]; }

int main(void)
{
    auto v = 3;
    auto p = &a[MYTHREAD];
    *p = v;
    CHECK(*p == 3 && upc_blocksizeof(blocks) == 1000 && sizeof(a) == 4000ul * THREADS);
    smalls[MYTHREAD] = second;
    flags[MYTHREAD] = true;
    flag = !flag;
    CHECK(smalls[MYTHREAD] == 1 && flags[MYTHREAD] && flag && sizeof(smalls[0]) == 1);
    CHECK(is_null(null, null_with_phase, null_void) && !is_null(p, null_with_phase, null_void));
    CHECK(either(true) == nullptr && either(false) == a);
    null_with_phase = nullptr;
    null = MYTHREAD ? p : nullptr;
    CHECK((null == nullptr) == (MYTHREAD == 0));
    CHECK(own + plain == 6 && alignof(int) == 4 && (size_t)aligned % 32 == 0);
    switch (v) {
    case K - 997: break;
    default: CHECK(false);
    }
    upc_barrier;
    if (MYTHREAD == 0) puts("pass");
    return 0;
}
