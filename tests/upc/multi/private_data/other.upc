// The other half of main.upc.
#include "data.h"

int other_table[8] = {100, 101, 102, 103};
int declared_only = 13;
static int hidden = 2;
struct pack first = {&second, &counter}, second = {&first, &table[1]};
static int add_counter(int n) { return n + counter; }
int (*callback)(int) = add_counter;

void other_change(int me)
{
    counter += 1 + me;
    hidden += me;
    other_table[3] = 200 + me;
}
int other_hidden(void) { return hidden; }
int other_sees_table(int i)
{
    extern int table[5];
    return table[i];
}
