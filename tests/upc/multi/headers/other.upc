#include "inline.h"
int other_visit(void) { return visit() + 0 * next_of(0); }
