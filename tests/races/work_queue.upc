// The next piece of work is taken without the lock that guards the number of it.
// threads: 3
// static: 3
#include <upc.h>
#include <stdio.h>

#define PIECES 20
shared int next, done[PIECES];
upc_lock_t *guard;

static int take(void)
{
#ifndef RACY
    upc_lock(guard);
#endif
    const int piece = next++; // race
#ifndef RACY
    upc_unlock(guard);
#endif
    return piece;
}

int main(void)
{
    guard = upc_all_lock_alloc();
    for (int i = 0; i < 4; i++)
        take();
    upc_barrier;
    return next > PIECES;
}
