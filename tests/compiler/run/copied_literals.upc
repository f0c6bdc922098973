// A compound literal that initialises an object by value is copied; one whose address is taken is
// an object of its own.
#include <stdio.h>
#include <upc.h>

struct S {
    int a, b;
};
typedef struct {
} empty;
struct S by_value = (struct S){1, 2};
struct S in_parens = ((struct S){3, 4});
struct {
    int a;
    empty e;
    int c;
} with_empty = {1, (empty){}, 5};
int array[] = (int[]){1, 2, 3};
int *address = (int[]){4, 5};

int main(void) {
    address[0] += MYTHREAD;
    upc_barrier;
    int ok = by_value.b == 2 && in_parens.a == 3 && with_empty.c == 5 && sizeof array == 3 * sizeof(int) && array[2] == 3 &&
             address[0] == 4 + MYTHREAD;
    if (!ok)
        printf("thread %d: wrong\n", MYTHREAD);
    else if (MYTHREAD == 0)
        printf("pass\n");
    return !ok;
}
