// 5.1.2: static objects inside functions are private too, also in inline functions, in nested
// blocks and under recursion.
#include "check.h"

static int next(void)
{
    static int calls = 100;
    return calls++;
}

static inline int *slot(int i)
{
    static int slots[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    return &slots[i];
}

static int depth(int n)
{
    static int deepest;
    {
        static int deepest = 5; // another one
        deepest++;
    }
    if (n > deepest) deepest = n;
    return n == 0 ? deepest : depth(n - 1);
}

static const char *name(void)
{
    static char buffer[32];
    snprintf(buffer, sizeof buffer, "thread %d", (int)MYTHREAD);
    return buffer;
}

int main(void)
{
    const char *mine = name();
    for (int i = 0; i < 50 + MYTHREAD; i++) CHECK_EQ(next(), 100 + i);
    *slot(2) += MYTHREAD;
    upc_barrier;
    CHECK_EQ(next(), 150 + MYTHREAD);
    CHECK_EQ(*slot(2), 4 + MYTHREAD);
    CHECK_EQ(*slot(7), 6);
    CHECK_EQ(depth(10 + MYTHREAD), 10 + MYTHREAD);
    CHECK_EQ(depth(1), 10 + MYTHREAD);
    CHECK_EQ(atoi(mine + 7), MYTHREAD);
    for (int i = 0; i < 3; i++) {
        static int rounds;
        CHECK_EQ(rounds++, i);
    }
    PASS();
    return 0;
}
