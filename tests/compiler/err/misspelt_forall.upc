#include <upc.h>
void f(void)
{
    upc_forrall (int i = 0; i < 10; i++; i) { } // error: expected ')' before 'i' // note: did you mean 'upc_forall'?
}
void g(int i)
{
    upc_foral (i = 0; i < 10; i++; i) { i++; } // error: expected ')' before ';' // note: did you mean 'upc_forall'?
}
