// upc_group_broadcast with IN_NOSYNC right behind the writing of its source.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <upc_groups.h>

shared [] int from[4];
shared [4] int to[4 * THREADS];

int main(void)
{
    upc_group_t *const group = upc_group_split(upc_group_world(), 0, -MYTHREAD);
    if (MYTHREAD == 0)
        from[1] = 5; // race
#ifdef RACY
    upc_group_broadcast(group, to, from, sizeof from, UPC_IN_NOSYNC | UPC_OUT_ALLSYNC); // race
#else
    upc_group_broadcast(group, to, from, sizeof from, UPC_IN_MYSYNC | UPC_OUT_ALLSYNC);
#endif
    return to[MYTHREAD * 4] < 0;
}
