// flags: -fupc-dialect=berkeley
// Berkeley UPC, GUPC and Cray only warn of it, and programs rely on that.
#include <upc.h>
void f(shared [4] int *p, shared [2] int *q)
{
    p = q; // warning: 'shared [2] int *' becomes 'shared [4] int *': block sizes [2] and [4] differ; a cast is needed
}
