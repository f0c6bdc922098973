// files: other.upc
// Private objects of several files: each thread has one copy of each, wherever it is defined;
// addresses of them in initialisers of another file; file-static ones of the same name.
#include "../../check.h"
#include "data.h"

int counter = 7;
int table[5] = {1, 2, 3, 4, 5};
static int hidden = 1;
int *into_other = &other_table[3];
struct pack *chain = &second;
extern int declared_only;
extern int never_used_anywhere;

int main(void)
{
    CHECK_EQ(counter, 7);
    CHECK_EQ(declared_only, 13);
    CHECK_EQ(other_table[3], 103);
    CHECK(into_other == &other_table[3] && *into_other == 103);
    CHECK(chain == &second && chain->next->value == &counter && chain->next->next == &second);
    upc_barrier;
    counter += MYTHREAD;
    declared_only = MYTHREAD;
    hidden = 100 + MYTHREAD;
    other_change(MYTHREAD);
    table[2] = -MYTHREAD;
    upc_barrier;
    CHECK_EQ(counter, 8 + 2 * MYTHREAD);
    CHECK_EQ(*chain->next->value, 8 + 2 * MYTHREAD);
    CHECK_EQ(declared_only, MYTHREAD);
    CHECK_EQ(hidden, 100 + MYTHREAD);
    CHECK_EQ(other_hidden(), 2 + MYTHREAD);
    CHECK_EQ(*into_other, 200 + MYTHREAD);
    CHECK_EQ(other_sees_table(2), -MYTHREAD);
    CHECK_EQ(callback(4), 4 + 8 + 2 * MYTHREAD);
    PASS();
    return 0;
}
