#include <upc.h>
#pragma upc strict
// <- keyword.directive
//          ^ keyword.modifier
strict shared [*] int a[THREADS];
// <- keyword.modifier
//     ^ keyword.modifier
//             ^ operator
//                ^ type
//                      ^ constant.builtin
upc_lock_t *lock;
// <- type.builtin
int twice(int x) { return 2 * x; }
//  ^ function
int main(void)
{
    upc_forall (int i = 0; i < 10; i++; continue)
    // <- keyword.repeat
    //                                  ^ keyword.repeat
        a[i] = twice(MYTHREAD);
        //     ^ function
        //           ^ constant.builtin
    upc_barrier;
    // <- keyword
    upc_all_broadcast(a, a, upc_localsizeof(int), UPC_IN_ALLSYNC);
    // <- function.builtin
    //                      ^ keyword.operator
    //                                            ^ constant.builtin
    return 0;
}
