// A program may use the same names itself where it does not use the extensions: the namespace of a
// program that sticks to the standard is its own.
#include "check.h"

typedef struct { int ticks; } bupc_tick_t;
enum { BUPC_SEM_MAXVALUE = 3 };
static int bupc_poll(int turns) { return turns + 1; }
#define bupc_ticks_now(when) ((when) * 2)

int main(void)
{
    bupc_tick_t t = {bupc_ticks_now(4)};
    CHECK_EQ(bupc_poll(t.ticks), 9);
    CHECK_EQ(BUPC_SEM_MAXVALUE, 3);
    PASS();
    return 0;
}
