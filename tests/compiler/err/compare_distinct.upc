void f(shared int *p, shared double *q, shared int **r) {
    (void)(p == q); // warning: comparison of distinct pointer types 'shared int *' and 'shared double *'
    (void)(r == 0);
}
