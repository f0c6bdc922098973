#ifndef INLINE_H
#define INLINE_H
#include <upc.h>
extern shared int visits[THREADS];
static int visit(void)
{
    static int n;
    visits[MYTHREAD]++;
    return ++n;
}
static inline int next_of(int t) { return (t + 1) % THREADS; }
#endif
