// printf can show the address in a pointer without a phase, and nothing else of shared memory.
// scanf can store nothing there.
#include <stdio.h>
shared char text[4 * THREADS];
void f(shared int *p, shared [3] int *q, shared void *v, shared int **pp)
{
    printf("%p %p\n", p, (void *)q);
    printf("%s\n", text); // warning: 'printf' knows nothing of pointers to shared (have 'shared char *'); cast it, or copy the data first
    printf("%p %p\n", q, v); // warning: 'printf' knows nothing of pointers to shared (have 'shared [3] int *'); cast it, or copy the data first // warning: 'printf' knows nothing of pointers to shared (have 'shared void *'); cast it, or copy the data first
    printf("%p\n", (void *)pp);
    sscanf("42", "%d", p); // warning: 'sscanf' knows nothing of pointers to shared (have 'shared int *'); cast it, or copy the data first
    sscanf("42", "%d", (int *)p);
}
