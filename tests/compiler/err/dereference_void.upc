void f(shared void *p) {
    (void)*p; // error: dereference of 'shared void *'
    p[1]; // error: arithmetic on 'shared void *'
}
