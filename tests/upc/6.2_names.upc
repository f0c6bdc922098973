// 6.2: names near UPC's keywords are ordinary names; UPC words in strings and comments; every
// spelling of attributes around them.
#include "check.h"
#include <string.h>

static int Shared = 1, shared_ = 2, THREAD = 3, mythread = 4, upc_forall_ = 5, strictly = 6, upc = 7, barrier = 8;
struct upc_barriers { int upc_notifyx, relaxed_; };
static const char *text = "shared strict relaxed upc_forall THREADS /* not a comment */";
typedef int upc_int;
static shared int aligned_one __attribute__((aligned(64)));
shared [4] int __attribute__((unused)) with_attribute[4 * THREADS];
static __inline__ __attribute__((always_inline)) int inlined(shared int *p) { return *p; }
static int __attribute__((noinline)) called(shared int *__restrict p, shared const int *q) { return *p + *q; }
extern shared int only_declared_never_used[THREADS];
__extension__ typedef unsigned long long wide;

#define SHARE(T) shared T
#define FORALL(i, n) upc_forall (int i = 0; i < (n); i++; i)
#define BARRIER upc_barrier
SHARE(int) from_macro[THREADS];

int main(void)
{
    struct upc_barriers upc_barriers = {1, 2};
    upc_int n = Shared + shared_ + THREAD + mythread + upc_forall_ + strictly + upc + barrier;
    CHECK_EQ(n, 36);
    CHECK_EQ(upc_barriers.upc_notifyx + upc_barriers.relaxed_, 3);
    CHECK(strstr(text, "upc_forall") != NULL);
    from_macro[MYTHREAD] = 0;
    FORALL(k, 5 * THREADS) from_macro[MYTHREAD] += k >= 0;
    BARRIER;
    for (int t = 0; t < THREADS; t++) CHECK_EQ(from_macro[t], 5);
    CHECK_EQ(inlined(&from_macro[0]) + called(&from_macro[0], from_macro), 15);
    CHECK_EQ((unsigned long)upc_addrfield(&aligned_one) % 64, 0);
    wide w = 1ull << 40;
    CHECK(w > 5 && aligned_one == 0 && with_attribute[1] == 0);
    goto shared_label;
shared_label:
    PASS();
    return 0;
}
