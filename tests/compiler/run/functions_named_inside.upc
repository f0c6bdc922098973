// variants: pic: -fPIC
// Functions whose bodies name them, as a value or in a call, without a declaration in front.
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>

shared int seen[THREADS];

static int apply(int (*f)(int), int n) { return f(n); }

static int down(int n)
{
    seen[MYTHREAD] += n;
    return n ? apply(down, n - 1) : seen[MYTHREAD];
}

static inline int down_inline(int n)
{
    int (*const self)(int) = down_inline;
    seen[MYTHREAD] += n;
    return n ? self(n - 1) : seen[MYTHREAD];
}

int down_external(int n)
{
    seen[MYTHREAD] += n;
    return n ? down_external(n - 1) : sizeof(&down_external) ? seen[MYTHREAD] : 0;
}

inline int down_only_inline(int n)
{
    seen[MYTHREAD] += n;
    return n ? apply(&down_only_inline, n - 1) : seen[MYTHREAD];
}
extern int down_only_inline(int n);

int main(void)
{
    int right = down(4) == 10 && down_inline(4) == 20 && down_external(4) == 30 && down_only_inline(4) == 40;
    seen[MYTHREAD] = right;
    upc_barrier;
    for (int t = 0; t < THREADS; t++) right &= seen[t];
    upc_barrier;
    if (MYTHREAD == 0) puts(right ? "pass" : "fail");
    return 0;
}
