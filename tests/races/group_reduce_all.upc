// A sum of private values is a barrier for what the members did before it, not for what comes
// behind.
// threads: 3
#include <upc.h>
#include <stdio.h>
#include <upc_groups.h>

enum { MINE = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };
shared int a[THREADS];

int main(void)
{
    upc_group_t *const group = upc_group_split(upc_group_world(), 0, 0);
    const int own = 1;
    int sum = 0;
    a[MYTHREAD] = MYTHREAD;
#ifdef RACY
    upc_group_reduce_all_privateI(group, &sum, &own, UPC_ADD, 1, 0, MINE);
    a[MYTHREAD] = sum; // race
#else
    a[MYTHREAD] = -1;
    upc_group_reduce_all_privateI(group, &sum, &own, UPC_ADD, 1, 0, MINE);
#endif
    return a[(MYTHREAD + 1) % THREADS] + sum == -7; // race
}
