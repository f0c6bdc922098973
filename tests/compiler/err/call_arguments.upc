int g(shared int *, int);
int x;
int f(shared int *p) {
    x(1); // error: called object is not a function or function pointer (have 'int')
    return g(p) + g(p, 1, 2); // error: too few arguments to 'g': expected 2, have 1 // error: too many arguments to 'g': expected 2, have 3
}
