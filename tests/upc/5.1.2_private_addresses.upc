// 5.1.2: initial values that are addresses of private objects: each thread's pointers point to its
// own copies; addresses of functions, string literals and constants stay what they are.
#include "check.h"
#include <string.h>

int target = 5;
int row[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
int *to_target = &target;
int *to_element = &row[4];
int *to_end = row + 10;
int (*to_row)[10] = &row;
int **to_pointer = &to_target;
const char *literal = "a literal";
static const char *const words[] = {"zero", "one", "two"};

static int twice(int x) { return 2 * x + target; }
static int thrice(int x) { return 3 * x; }
int (*function)(int) = twice;
static int (*const functions[])(int) = {twice, thrice};

struct node {
    int value;
    struct node *next;
    int *where;
};
extern struct node ring[3];
struct node ring[3] = {{1, &ring[1], &target}, {2, &ring[2], &row[2]}, {3, &ring[0], NULL}};
static struct node head = {.next = &ring[1], .where = &ring[2].value};
static int *const fixed = &target;              // constant, but the address differs between threads
static int *const fixed_table[2] = {row, row + 9};
static unsigned long as_integer = (unsigned long)&target;
static char *bytes = (char *)&target + 1;
void *self = &self;
static struct {
    struct {
        int *p[3];
    } deep[2];
} nest = {.deep[1].p = {[1] = &row[7]}};
int *literal_pointer = (int[]){10, 20, 30}; // a compound literal at file scope is static as well

int main(void)
{
    CHECK(to_target == &target && *to_target == 5);
    CHECK(to_element == row + 4 && *to_element == 4 && to_end - row == 10);
    CHECK(*to_row == row && (*to_row)[9] == 9);
    CHECK(to_pointer == &to_target && **to_pointer == 5);
    CHECK(strcmp(literal, "a literal") == 0 && strcmp(words[2], "two") == 0);
    CHECK(ring[0].next == ring + 1 && ring[2].next == ring && ring[0].where == &target && ring[2].where == NULL);
    CHECK(ring->next->next->next == ring && ring[1].where == row + 2);
    CHECK(head.next == &ring[1] && *head.where == 3);
    CHECK(fixed == &target && fixed_table[0] == row && *fixed_table[1] == 9);
    CHECK(as_integer == (unsigned long)&target && bytes == (char *)&target + 1);
    CHECK(self == &self && nest.deep[1].p[1] == &row[7] && nest.deep[0].p[0] == NULL);
    CHECK_EQ(literal_pointer[2], 30);

    target = 1000 + MYTHREAD;
    *to_element = MYTHREAD;
    literal_pointer[0] = MYTHREAD;
    upc_barrier;
    CHECK_EQ(*to_target, 1000 + MYTHREAD);
    CHECK_EQ(**to_pointer, 1000 + MYTHREAD);
    CHECK_EQ(*fixed, 1000 + MYTHREAD);
    CHECK_EQ(*ring[0].where, 1000 + MYTHREAD);
    CHECK_EQ(function(1), 1002 + MYTHREAD);
    CHECK_EQ(functions[1](5), 15);
    CHECK_EQ(functions[0](0), 1000 + MYTHREAD);
    CHECK_EQ((*to_row)[4], MYTHREAD);
    CHECK_EQ(literal_pointer[0], MYTHREAD);
    to_target = &row[MYTHREAD % 10];
    upc_barrier;
    CHECK(*to_pointer == row + MYTHREAD % 10);
    PASS();
    return 0;
}
