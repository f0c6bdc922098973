/* Plain C: `shared` is a name like any other. */
#include "data.h"
int c_count;
int c_table[3] = {10, 20, 30};
char c_name[] = "plain";
struct c_pair c_pair = {8, 9};
int *c_pointer = &c_table[1];
static int shared = 1, strict = 0;
int *c_address(void) { return &c_count; }
void c_bump(void) { __atomic_fetch_add(&c_count, shared + strict, __ATOMIC_SEQ_CST); }
