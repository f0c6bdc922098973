// Compound literals outside functions are private data of each thread too: those inside others, the
// addresses in them (of private data, of functions' and other literals), constant ones, and those
// that need a shared address, which is known only at start.
#include "check.h"

struct node {
    int value;
    struct node *next;
    int *own;
};
struct reference {
    shared int *to;
    int count;
    int *own;
};

static int x = 4;
shared int cells[THREADS];
static struct node *list = &(struct node){1, &(struct node){2, &(struct node){3, 0, &x}, &x}, &x};
static int *numbers = (int[]){1, 2, 3};
int *const table[] = {&x, (int[]){5}};
const struct node *fixed = &(const struct node){7, &(struct node){8, 0, 0}, &x};
static struct reference *remote = &(struct reference){&cells[1 % THREADS], 3, &x};
static struct node copied = {9, &(struct node){10, 0, &x}, &x};
static int (*rows)[2] = (int[][2]){{1, 2}, {3, 4}};

int main(void)
{
    const int me = MYTHREAD;
    x += me;
    for (struct node *n = list; n; n = n->next) {
        CHECK(n->own == &x);
        n->value += 10 * me;
    }
    numbers[1] += me;
    *table[1] += me;
    fixed->next->value += me;
    remote->count += me;
    copied.next->value += me;
    rows[1][0] += me;
    upc_barrier;
    CHECK_EQ(list->value, 1 + 10 * me);
    CHECK_EQ(list->next->value, 2 + 10 * me);
    CHECK_EQ(list->next->next->value, 3 + 10 * me);
    CHECK_EQ(numbers[1], 2 + me);
    CHECK(table[0] == &x && *table[1] == 5 + me);
    CHECK(fixed->value == 7 && fixed->own == &x && fixed->next->value == 8 + me);
    CHECK(remote->count == 3 + me && remote->own == &x && remote->to == &cells[1 % THREADS]);
    CHECK(copied.next->own == &x && copied.next->value == 10 + me);
    CHECK(rows[1][0] == 3 + me && rows[1][1] == 4);
    PASS();
    return 0;
}
