// 6.4.4: & of shared things: of an element; of a structure's member (shared [] T *, phase 0); of a
// whole array.
#include "check.h"
#include <stddef.h>

struct inner {
    short a[3];
    double d;
};
struct outer {
    char c;
    struct inner in[2];
    int last;
};
shared [4] struct outer s[8 * THREADS];
shared [4] int a[8 * THREADS];
shared struct outer one;

int main(void)
{
    for (int i = 0; i < 8 * THREADS; i++) {
        shared [] int *last = &s[i].last;
        CHECK_EQ(upc_threadof(last), i / 4 % THREADS);
        CHECK_EQ(upc_phaseof(last), 0);
        CHECK_EQ(upc_addrfield(last) - upc_addrfield(&s[i]), offsetof(struct outer, last));
        shared [] struct inner *in = &s[i].in[1];
        CHECK_EQ(upc_addrfield(in) - upc_addrfield(&s[i]), offsetof(struct outer, in[1]));
        shared [] short *third = &s[i].in[1].a[2];
        CHECK_EQ(upc_addrfield(third) - upc_addrfield(&s[i]), offsetof(struct outer, in[1].a[2]));
        CHECK(third == s[i].in[1].a + 2 && third == &in->a[2] && third - in->a == 2);
        CHECK(_Generic(&s[i].last, shared [] int *: 1, default: 0));
        if (i % THREADS == MYTHREAD) {
            *last = 5 * i;
            *third = (short)i;
            in->d = i / 2.0;
        }
    }
    upc_barrier;
    for (int i = 0; i < 8 * THREADS; i++) {
        CHECK_EQ(s[i].last, 5 * i);
        CHECK_EQ(s[i].in[1].a[2], i);
        CHECK(s[i].in[1].d == i / 2.0 && s[i].in[0].d == 0 && s[i].c == 0);
    }
    shared [4] int(*whole)[8 * THREADS] = &a;
    CHECK(*whole == a && &(*whole)[5] == &a[5]);
    CHECK_EQ(upc_phaseof(&a), 0);
    CHECK_EQ(upc_threadof(&a), 0);
    CHECK_EQ(upc_threadof(&one), 0);
    CHECK(&*a == &a[0] && &a[3] == a + 3 && &*(a + 7) == a + 7 && &2 [a] == a + 2);
    shared struct outer *po = &one;
    CHECK(&po->last == &one.last && &(*po).c == &one.c);
    PASS();
    return 0;
}
