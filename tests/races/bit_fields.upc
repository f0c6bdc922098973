// Two threads write two bit-fields of one unit.
// threads: 2
#include <upc.h>
#include <stdio.h>

#ifdef RACY
shared struct {
    unsigned low : 4, high : 4;
} pair;
#else
shared struct {
    unsigned low, high;
} pair;
#endif

static void low(void)
{
    pair.low = 1; // race
}
static void high(void)
{
    pair.high = 2; // race
}
static void set(int which)
{
    void (*const all[])(void) = {low, high};
    all[which]();
}

int main(void)
{
    set(MYTHREAD);
    return 0;
}
