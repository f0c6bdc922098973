void f(shared const int *p, shared int *q) {
    q = p; // warning: 'const shared int *' becomes 'shared int *': a qualifier of the shared type is lost
    p = q;
}
