// 6.6: shared values in every place of C's statements and expressions: conditions, switch, ?:,
// comma, &&, ||, arguments, array subscripts, return, initialisers, sizeof, statement expressions,
// goto, variable arguments.
#include "check.h"
#include <stdarg.h>

shared int s[8 * THREADS];
shared [] int list[16];
shared double d[THREADS];

static int add(int n, ...)
{
    va_list args;
    va_start(args, n);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += va_arg(args, int);
    va_end(args);
    return sum;
}
static int give(int i) { return s[i]; }
static shared int *give_place(int i) { return &s[i]; }
static int by_value(int a, double b, char c) { return a + (int)b + c; }

int main(void)
{
    upc_forall (int i = 0; i < 8 * THREADS; i++; &s[i]) s[i] = i;
    d[MYTHREAD] = MYTHREAD + 0.5;
    if (MYTHREAD == 0)
        for (int i = 0; i < 16; i++) list[i] = 15 - i;
    upc_barrier;

    int n = 0;
    if (s[3]) n = 1;
    if (s[0]) n = 2;
    else n += 1;
    CHECK_EQ(n, 2);
    while (s[n]) if (++n == 8 * THREADS) break;
    CHECK_EQ(n, 8 * THREADS);
    do n--;
    while (s[n] > 4);
    CHECK_EQ(n, 4);
    for (n = 0; n < s[6]; n += s[1]) {}
    CHECK_EQ(n, 6);
    switch (s[5]) {
    case 4: n = 0; break;
    case 5: n = 55; break;
    }
    CHECK_EQ(n, 55);
    CHECK_EQ(s[2] ? s[3] : s[4], 3);
    CHECK_EQ((s[2], s[7]), 7);
    CHECK_EQ(s[0] && s[1], 0);
    CHECK_EQ(s[0] || s[1], 1);
    CHECK_EQ(!s[0] + !s[1], 1);
    CHECK_EQ(add(4, s[1], s[2], list[0], (int)d[0]), 18);
    CHECK_EQ(by_value(s[4], d[THREADS - 1], s[1]), 4 + THREADS - 1 + 1);
    CHECK_EQ(give(list[9]), 6);
    CHECK_EQ(*give_place(3), 3);
    CHECK_EQ(s[list[list[3]]], 3);
    CHECK_EQ(list[s[2] + s[1]], 12);
    CHECK_EQ(2 [list], 13);
    int own[3] = {s[1], s[2], s[1] + s[2]}, m = s[7];
    CHECK_EQ(own[2] * m, 21);
    CHECK_EQ(({ int t = s[6]; t * t; }), 36);
    CHECK_EQ(({ s[6]; }), 6);
    CHECK_EQ(sizeof s[0] + sizeof(d[0]), 12);
    CHECK_EQ(_Alignof(int), 4);
    int i = 0;
again:
    if (s[i] < 5) {
        i++;
        goto again;
    }
    CHECK_EQ(i, 5);
    const int picked = s[1] ?: 9;
    CHECK_EQ(picked, 1);
    CHECK_EQ(s[0] ?: 9, 9);
    __typeof__(s[0] + 0) copy = s[3];
    CHECK_EQ(copy, 3);
    CHECK_EQ((char)s[3] + (int)(float)s[4] - (unsigned char)s[5], 2);
    (void)s[2];
    s[3];
    char text[40];
    snprintf(text, sizeof text, "%d %.1f %s", s[7], d[0], s[1] ? "yes" : "no");
    CHECK(text[0] == '7' && text[2] == '0' && text[6] == 'y');
    PASS();
    return 0;
}
