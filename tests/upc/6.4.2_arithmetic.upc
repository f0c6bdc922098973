// 6.4.2: pointer-to-shared arithmetic in every layout, with small and large steps in both
// directions, against an oracle of plain integers: element i of a block-B array lies with thread
// i/B mod THREADS, phase i mod B.
#include "check.h"

#define ROWS 6
static unsigned long state = 12345;
static int random_below(int n)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (int)((state >> 33) % (unsigned long)n);
}

static long local_index(long i, long b) { return i / b / THREADS * b + i % b; }

// One test function a layout: every element's place, then random walks with +, -, ++, --, +=, -=,
// [] and differences.
#define LAYOUT(NAME, TYPE, B)                                                                                              \
    shared [B] TYPE NAME[(ROWS * (B) + 1) * THREADS];                                                                \
    static void test_##NAME(void)                                                                                          \
    {                                                                                                                      \
        const int n = (ROWS * (B) + 1) * THREADS;                                                                      \
        CHECK_EQ(sizeof(NAME), n * sizeof(TYPE));                                                                          \
        for (int i = 0; i < n; i++) {                                                                                      \
            shared [B] TYPE *p = &NAME[i];                                                                                 \
            CHECK_EQ(upc_threadof(p), i / (B) % THREADS);                                                                  \
            CHECK_EQ(upc_phaseof(p), i % (B));                                                                             \
            const int first = i / (B) % THREADS * (B);                                                                     \
            CHECK_EQ(upc_addrfield(p) - upc_addrfield(&NAME[first]), local_index(i, B) * sizeof(TYPE));                    \
            CHECK_EQ(p - NAME, i);                                                                                         \
            CHECK_EQ(NAME - p, -i);                                                                                        \
        }                                                                                                                  \
        shared [B] TYPE *p = NAME;                                                                                         \
        for (int step = 0, at = 0; step < 400; step++) {                                                                   \
            const int to = random_below(n), by = to - at, between = random_below(n);                                       \
            shared [B] TYPE *const before = p;                                                                             \
            switch (step % 6) {                                                                                            \
            case 0: p = p + by; break;                                                                                     \
            case 1: p += by; break;                                                                                        \
            case 2: p = p - -by; break;                                                                                    \
            case 3: p -= -by; break;                                                                                       \
            case 4: p = &p[by]; break;                                                                                     \
            default: p = by + p;                                                                                           \
            }                                                                                                              \
            CHECK(p == &NAME[to]);                                                                                         \
            CHECK_EQ(upc_threadof(p), to / (B) % THREADS);                                                                 \
            CHECK_EQ(upc_phaseof(p), to % (B));                                                                            \
            CHECK_EQ(p - before, by);                                                                                      \
            CHECK_EQ(p < before, by < 0);                                                                                  \
            CHECK_EQ(p > before, by > 0);                                                                                  \
            CHECK_EQ(p <= before, by <= 0);                                                                                \
            CHECK_EQ(p >= before, by >= 0);                                                                                \
            CHECK_EQ(p != before, by != 0);                                                                                \
            CHECK(p - to + between == NAME + between);                                                                     \
            at = to;                                                                                                       \
        }                                                                                                                  \
        p = NAME;                                                                                                          \
        for (int i = 0; i < n; i++) CHECK(p++ == &NAME[i]);                                                                \
        CHECK_EQ(p - NAME, n);                                                                                             \
        for (int i = n; i-- > 0;) CHECK(--p == &NAME[i]);                                                                  \
        for (int i = 1; i < n; i++) CHECK(++p == &NAME[i]);                                                                \
        for (int i = n - 1; i > 0; i--) CHECK(p-- == &NAME[i]);                                                            \
    }

typedef int *int_pointer;
struct odd {
    char c[7];
};
struct big {
    double d[9];
    int i;
};

LAYOUT(char1, char, 1)
LAYOUT(char3, char, 3)
LAYOUT(short2, short, 2)
LAYOUT(int1, int, 1)
LAYOUT(int5, int, 5)
LAYOUT(long4, long, 4)
LAYOUT(double1, double, 1)
LAYOUT(double7, double, 7)
LAYOUT(wide1, long double, 1)
LAYOUT(wide3, long double, 3)
LAYOUT(odd1, struct odd, 1)
LAYOUT(odd4, struct odd, 4)
LAYOUT(big1, struct big, 1)
LAYOUT(big6, struct big, 6)
LAYOUT(pointer3, int_pointer, 3)
LAYOUT(hundred, int, 100)

int main(void)
{
    test_char1();
    test_char3();
    test_short2();
    test_int1();
    test_int5();
    test_long4();
    test_double1();
    test_double7();
    test_wide1();
    test_wide3();
    test_odd1();
    test_odd4();
    test_big1();
    test_big6();
    test_pointer3();
    test_hundred();
    PASS();
    return 0;
}
