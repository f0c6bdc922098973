// 6.7.1 and 7.1: where a pragma counts: from the beginning of the unit relaxed, at file scope until
// the next one, in a block until its end, from a header at each inclusion. Values in every nest;
// tests/compiler/emit/pragma_scopes.upc looks at the code.
#include "check.h"

shared int s, flag;

static int at_start(void) { return s; }
#include <upc_strict.h>
static int behind_strict_header(void) { return s; }
#include <upc_relaxed.h>
static int behind_relaxed_header(void) { return s; }
#include <upc_strict.h>
static int behind_strict_again(void)
{
#pragma upc relaxed
    int sum = s;
    {
#pragma upc strict
        sum += s;
        for (int i = 0; i < 2; i++) {
#pragma upc relaxed
            sum += s;
        }
        if (sum) {
#pragma upc strict
#pragma upc relaxed
            sum += s;
        } else {
#pragma upc strict
            sum -= s;
        }
        sum += s;
    }
    return sum + s;
}
#pragma upc relaxed

int main(void)
{
    if (MYTHREAD == 0) s = 3;
    upc_barrier;
    CHECK_EQ(at_start() + behind_strict_header() + behind_relaxed_header(), 9);
    CHECK_EQ(behind_strict_again(), 7 * 3);
    upc_barrier;
    for (int round = 1; round < 20; round++) { // message passing with the flag strict by pragma, the data relaxed
        if (MYTHREAD == 0) {
            s = round;
            {
#pragma upc strict
                flag = round;
            }
        }
        for (;;) {
#pragma upc strict
            if (flag == round) break;
        }
        CHECK_EQ(s, round);
        upc_barrier;
    }
    PASS();
    return 0;
}
