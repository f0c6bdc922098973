// A function that nobody declared is taken to return int, as in old C; where a pointer-to-shared is needed the message says so.
#include <upc.h>

int known(void);

int main(void)
{
    upc_lock_t *lock = upc_all_lock_aloc(); // error: integer 'int' cannot become a pointer to shared ('upc_lock_t *') // note: 'upc_all_lock_aloc' is not declared and so taken to return int // note: did you mean 'upc_all_lock_alloc'?
    shared int *p = known(); // error: integer 'int' cannot become a pointer to shared ('shared int *')
    return lock && p;
}
