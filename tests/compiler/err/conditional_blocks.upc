void f(int c, shared int *p, shared [3] int *q) {
    shared void *r = c ? p : q; // warning: pointer type mismatch in '?:' (have 'shared int *' and 'shared [3] int *'); the result is 'shared void *'
    (void)r;
}
