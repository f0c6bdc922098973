// 6.4.2p2
void f(shared void *p, shared int *q) {
    (void)(p < p); // error: relational comparison of 'shared void *'
    (void)(q >= p); // error: relational comparison of 'shared void *'
    (void)(q == p);
}
