/* flags: -std=gnu89 */
/* GNU C90 is accepted underneath, although UPC extends C99: old makefiles ask for it. */
#include <upc.h>
shared int a[THREADS];
int f(void)
{
    int i;
    upc_forall(i = 0; i < THREADS; i++; &a[i]) a[i] = i;
    return a[MYTHREAD];
}
