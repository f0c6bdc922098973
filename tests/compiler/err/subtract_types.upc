void f(shared int *p, shared double *q) {
    (void)(p - q); // error: subtraction of pointers to incompatible types (have 'shared int *' and 'shared double *')
}
