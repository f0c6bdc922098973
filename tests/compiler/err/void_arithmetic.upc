void f(shared void *p, shared int *q) {
    (void)(p + 1); // error: arithmetic on 'shared void *'
    (void)(1 + p); // error: arithmetic on 'shared void *'
    (void)(p - p); // error: arithmetic on 'shared void *'
    p++; // error: arithmetic on 'shared void *'
    p += 2; // error: arithmetic on 'shared void *'
    (void)(q - p); // error: arithmetic on 'shared void *'
    (void)(q + 1);
}
