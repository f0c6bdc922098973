shared [] double *shared p;
void f(shared void *v, shared int *q) {
    p = (shared [] double *shared)v; // warning: cast to shared type 'shared [] double * shared'; the last 'shared' has no effect
    (void)(int *shared)q;            // warning: cast to shared type 'int * shared'; the last 'shared' has no effect
    (void)(shared int *shared)1;     // warning: cast to shared type 'shared int * shared'; the last 'shared' has no effect
                                     // error@-1: integer 'int' cannot become a pointer to shared ('shared int *')
}
