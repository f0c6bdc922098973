void f(shared int *p, shared double *q, shared int **r) {
    p = q; // warning: incompatible pointer types: 'shared double *' becomes 'shared int *'
    (void)r;
}
