// type: implicit_cast 'double' arithmetic
// type: implicit_cast 'int *' array_to_pointer
// type: implicit_cast 'int' lvalue_to_rvalue
// type: implicit_cast 'int (*)(int)' function_to_pointer
int twice(int x) { return 2 * x; }
int v[3];
double f(int n) { return n + v[n] + twice(n); }
