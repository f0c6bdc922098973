// flags: -fupc-dialect=cray -Wall -Wno-unused-function
// Cray's atomic operations on shared and private memory, where a program asks for its compiler;
// Cray's pragmas.
#include "check.h"
#ifdef _CRAYC
#include <intrinsics.h>
#include <upc_cray.h>
#endif

shared long counter, values[THREADS];
shared unsigned long bits;

/* Each through a pointer-to-shared and through a private pointer. */
#define AFTER(START, CALL, BACK, END)                                                                                      \
    do {                                                                                                                   \
        *p = START;                                                                                                        \
        CHECK_EQ(CALL, BACK);                                                                                              \
        CHECK_EQ(*p, END);                                                                                                 \
    } while (0)
#define SUMS(S)                                                                                                            \
    AFTER(5, _amo_afadd##S(p, 3), 5, 8);                                                                                   \
    AFTER(5, _amo_aaddf##S(p, -6), -1, -1);                                                                                \
    AFTER(5, (_amo_aadd##S(p, 2), 0), 0, 7);                                                                               \
    AFTER(5, _amo_afmax##S(p, 9), 5, 9);                                                                                   \
    AFTER(5, _amo_amaxf##S(p, 2), 5, 5);                                                                                   \
    AFTER(5, (_amo_amax##S(p, 6), 0), 0, 6);                                                                               \
    AFTER(5, _amo_afmin##S(p, 9), 5, 5);                                                                                   \
    AFTER(5, _amo_aminf##S(p, -2), -2, -2);                                                                                \
    AFTER(5, (_amo_amin##S(p, 1), 0), 0, 1);                                                                               \
    AFTER(5, _amo_acswap##S(p, 4, 9), 5, 5);                                                                               \
    AFTER(5, _amo_acswap##S(p, 5, 9), 5, 9);                                                                               \
    AFTER(5, _amo_aswap##S(p, 9), 5, 9);                                                                                   \
    _amo_aflush##S(p)
#define MASKS(S)                                                                                                           \
    AFTER(12, _amo_afand##S(p, 10), 12, 8);                                                                                \
    AFTER(12, _amo_aandf##S(p, 10), 8, 8);                                                                                 \
    AFTER(12, _amo_afnand##S(p, 10), 12, ~8L);                                                                             \
    AFTER(12, _amo_anandf##S(p, 10), ~8L, ~8L);                                                                            \
    AFTER(12, _amo_afor##S(p, 3), 12, 15);                                                                                 \
    AFTER(12, _amo_aorf##S(p, 3), 15, 15);                                                                                 \
    AFTER(12, _amo_afxor##S(p, 10), 12, 6);                                                                                \
    AFTER(12, _amo_axorf##S(p, 10), 6, 6);                                                                                 \
    AFTER(12, _amo_afax##S(p, 10, 3), 12, 11);                                                                             \
    AFTER(12, (_amo_aax##S(p, 10, 3), 0), 0, 11)

static void check_shared(shared long *p) { SUMS(); SUMS(_upc); }
static void check_private(long *p) { SUMS(); }
static void check_shared_bits(shared unsigned long *p) { MASKS(); MASKS(_upc); }
static void check_private_bits(unsigned long *p) { MASKS(); }

int main(void)
{
    if (MYTHREAD == THREADS - 1) {
        long mine;
        unsigned long mask;
        check_shared(&counter);
        check_private(&mine);
        check_shared_bits(&bits);
        check_private_bits(&mask);
        counter = 0;
    }
    upc_barrier;
    for (int i = 0; i < 1000; i++) {
#pragma pgas defer_sync
        _amo_aadd(&counter, 1L);
        _amo_aadd_upc(&counter, 2L);
    }
#pragma pgas defer_sync
    values[(MYTHREAD + 1) % THREADS] = MYTHREAD;
    upc_barrier;
    CHECK_EQ(counter, 3000 * THREADS);
    CHECK_EQ(values[MYTHREAD], (MYTHREAD + THREADS - 1) % THREADS);
    CHECK(getenv("TEST_NODES") ? MYNODE < atoi(getenv("TEST_NODES")) : MYNODE == 0);
    CHECK(MYTHREAD || MYNODE == 0);
    CHECK(MYTHREAD < THREADS - 1 || !getenv("TEST_NODES") || MYNODE == atoi(getenv("TEST_NODES")) - 1);
    CHECK_EQ(_popcnt(~0UL), 64);
    CHECK_EQ(_popcnt64(5), 2);
    CHECK_EQ(_popcnt32(-1L), 32);
    CHECK_EQ(_leadz(1), 63);
    CHECK_EQ(_leadz64(0), 64);
    CHECK_EQ(_leadz32(0), 32);
    CHECK_EQ(_leadz32(-1), 0);
    CHECK_EQ(_poppar(7), 1);
    CHECK_EQ(_poppar64(3), 0);
    CHECK_EQ(_poppar32(-1L), 0);
    CHECK_EQ(_maskr(0), 0);
    CHECK_EQ(_maskr(5), 31);
    CHECK_EQ(_maskr(64), -1L);
    CHECK_EQ(_maskl(64), -1L);
    CHECK_EQ(_maskl(1), 1UL << 63);
    CHECK_EQ(_maskl(0), 0);
    const long now = _rtc();
    CHECK(now > 0 && _rtc() >= now);
    PASS();
    return 0;
}
