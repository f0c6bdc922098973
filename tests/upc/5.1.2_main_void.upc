// 5.1.2: main without a prototype and without a return: status 0.
#include "check.h"

int main()
{
    PASS();
}
