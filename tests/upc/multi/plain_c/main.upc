// files: helper.upc
// cfiles: data.c
// ccfiles: foreign.c
// Data of plain C objects keeps C's meaning: one copy a process, reached from UPC by its extern
// declaration, also when one object was compiled by `upcc -x c` and another by the system compiler
// alone.
#include "../../check.h"
#include "data.h"
#include <unistd.h>

int upc_side = 3; // defined in UPC: private to each thread, and what C code sees is thread 0's of the process

shared int processes[THREADS];

int main(void)
{
    processes[MYTHREAD] = (int)getpid();
    CHECK_EQ(c_table[2], 30);
    CHECK_EQ(foreign_value, 1234);
    CHECK(c_name[0] == 'p' && c_pair.a == 8 && *c_pointer == c_table[1]);
    CHECK(c_address() == &c_count);
    CHECK(helper_address() == &c_count);
    CHECK(foreign_address() == &foreign_value);
    upc_barrier;
    int threads_here = 0;
    for (int t = 0; t < THREADS; t++) threads_here += processes[t] == (int)getpid();
    c_bump();
    __atomic_fetch_add(&c_count, 10, __ATOMIC_SEQ_CST);
    helper_bump();
    upc_barrier;
    CHECK_EQ(c_count, 111 * threads_here); // one counter for all threads of this process
    CHECK_EQ(upc_side, 3);
    upc_side = MYTHREAD;
    upc_barrier;
    CHECK_EQ(upc_side, MYTHREAD);
    PASS();
    return 0;
}
