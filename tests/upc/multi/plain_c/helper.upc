// UPC code in another file that uses the same C data.
#include "data.h"
int *helper_address(void) { return &c_count; }
void helper_bump(void) { __atomic_fetch_add(&c_count, 100, __ATOMIC_SEQ_CST); }
