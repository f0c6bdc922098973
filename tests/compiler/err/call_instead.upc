// Functions of C given shared data, functions of UPC given private data, arguments swapped: the right call is named.
#include <stdlib.h>
#include <string.h>
#include <upc.h>
shared int x[10 * THREADS];
shared int *p;
void f(int *own, shared int *q)
{
    memcpy(own, x, 10); // error: pointer to shared 'shared int *' becomes a private pointer ('const void *') without a cast; cast it where the data is known to be local // note: to copy shared data to private data, call 'upc_memget'
    memcpy(x, own, 10); // error: pointer to shared 'shared int *' becomes a private pointer ('void *') without a cast; cast it where the data is known to be local // note: to copy private data to shared data, call 'upc_memput'
    memmove(p, own, 10); // error: pointer to shared 'shared int *' becomes a private pointer ('void *') without a cast; cast it where the data is known to be local // note: to copy private data to shared data, call 'upc_memput'
    memset(p, 0, 10); // error: pointer to shared 'shared int *' becomes a private pointer ('void *') without a cast; cast it where the data is known to be local // note: to fill shared data, call 'upc_memset'
    free(p); // error: pointer to shared 'shared int *' becomes a private pointer ('void *') without a cast; cast it where the data is known to be local // note: to free shared memory, call 'upc_free'
    upc_memget(x, q, 10); // error: pointer to shared 'shared int *' becomes a private pointer ('void *') without a cast; cast it where the data is known to be local // note: to copy shared data to shared data, call 'upc_memcpy'
    upc_memcpy(own, x, 10); // error: private pointer 'int *' cannot become a pointer to shared ('shared void *') // note: to copy shared data to private data, call 'upc_memget'
    upc_memset(own, 0, 10); // error: private pointer 'int *' cannot become a pointer to shared ('shared void *') // note: to fill private data, call 'memset'
    upc_free(own); // error: private pointer 'int *' cannot become a pointer to shared ('shared void *') // note: to free private memory, call 'free'
    p = malloc(10); // error: private pointer 'void *' cannot become a pointer to shared ('shared int *') // note: to get shared memory of this thread, call 'upc_alloc'
}
