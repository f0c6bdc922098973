// 6.4.2: the integer operand may have any integer type; unsigned and 64-bit steps must not be cut
// short or taken for negative.
#include "check.h"

shared int a[50 * THREADS];
shared [7] int b[49 * THREADS];
enum step { FOUR = 4 };

int main(void)
{
    const signed char sc = -3;
    const unsigned char uc = 200;
    const short sh = -20;
    const unsigned short us = 20;
    const unsigned u = 13;
    const long l = -13;
    const unsigned long ul = 17;
    const long long ll = 9;
    const _Bool one = 1;
    shared int *p = &a[30];
    shared [7] int *q = &b[30];

    CHECK(p + sc == &a[27] && q + sc == &b[27]);
    CHECK(p + uc - uc == &a[30] && q + uc - uc == &b[30]);
    CHECK(p + sh == &a[10] && q + sh == &b[10]);
    CHECK(p - us == &a[10] && q - us == &b[10]);
    CHECK(p - u == &a[17] && q - u == &b[17]);
    CHECK(p + u == &a[43] && q + u == &b[43]);
    CHECK(p + l == &a[17] && q + l == &b[17]);
    CHECK(p - l == &a[43] && q - l == &b[43]);
    CHECK(p - ul == &a[13] && q - ul == &b[13]);
    CHECK(ll + p == &a[39] && ll + q == &b[39]);
    CHECK(p + one == &a[31] && q + one == &b[31]);
    CHECK(p + FOUR == &a[34] && q + 'a' - 'a' == &b[30]);
    CHECK(&p[u] == p + 13 && &u[q] == q + 13);
    p += (unsigned char)5;
    q -= (unsigned long long)5;
    CHECK(p == &a[35] && q == &b[25]);
    CHECK(_Generic(p - a, ptrdiff_t: 1, default: 0));
    const long far = 20000000011l; // elements: needs 64 bits, and so does the difference
    CHECK_EQ(upc_threadof(p + far / 7), (35 + far / 7) % THREADS);
    CHECK_EQ(upc_threadof(q + far / 7), (25 + far / 7) / 7 % THREADS);
    CHECK(p + far / 7 - far / 7 == p && q + far / 7 - far / 7 == q);
    CHECK_EQ((p + far / 7) - p, far / 7);
    CHECK_EQ(q - (q + far / 7), -(far / 7));
    PASS();
    return 0;
}
