// A semicolon forgotten behind a statement of UPC is missed there, not where the next statement begins.
#include <upc.h>
void f(int i)
{
    upc_barrier // error: a ';' is missing behind 'upc_barrier'
    upc_notify // error: a ';' is missing behind 'upc_notify'
    upc_wait // error: a ';' is missing behind 'upc_wait'
    for (;;) break;
    upc_barrier // error: a ';' is missing behind 'upc_barrier'
    int n = 0;
    upc_barrier // warning: the value of 'upc_barrier' begins on the next line; is a ';' missing here?
    n = i;
    upc_barrier n + // a value, to be continued
        1;
}
