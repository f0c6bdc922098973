void f(int c, shared int *p, int *q) {
    (void)(c ? p : q); // error: incompatible operands of '?:' (have 'shared int *' and 'int *')
    (void)(c ? 0 : p);
}
