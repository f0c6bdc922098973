// flags: -Wall -Wextra
// Hints to other UPC compilers are taken without a word, wherever they stand.
#include <upc.h>
#pragma pupc off
#pragma UPCR NO_SRCPOS
shared int a[THREADS];

int main(void)
{
#pragma pgas defer_sync
    a[MYTHREAD] = 1;
#pragma bupc ivdep
    for (int i = 0; i < 3; i++) a[MYTHREAD] += i;
#pragma _CRI \
    ivdep
    for (int i = 0; i < 3; i++) a[MYTHREAD] += i;
    if (a[0])
#pragma pgas defer_sync
        a[MYTHREAD] = 2;
    _Pragma("pgas defer_sync") a[MYTHREAD] = 3;
    return 0;
}
