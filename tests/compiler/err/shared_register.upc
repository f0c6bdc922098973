void f(void) {
    register shared int x; // error: shared variable 'x' declared register
}
