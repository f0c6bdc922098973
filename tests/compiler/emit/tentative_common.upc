// flags: -fcommon
// With -fcommon tentative definitions of shared objects are weak and merge; initialised and static ones are not.
#include <upc.h>
// emit: polder_ga x __attribute__((weak));
// emit: polder_ga y;
// emit-not: polder_ga y __attribute__((weak));
// emit: static polder_ga s;
shared int x;
shared int y = 4;
static shared int s;
int f(void) { return s; }
