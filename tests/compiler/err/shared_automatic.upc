// 6.5.2p4: no object with automatic storage duration has a shared type.
void f(void) {
    shared int x; // error: shared variable 'x' has automatic storage duration; make it static or declare it at file scope
    static shared int y;
    extern shared int z;
    int *shared p; // error: shared variable 'p' has automatic storage duration; make it static or declare it at file scope
    shared int *q = &y;
    shared [2] int a[4 * THREADS]; // error: shared variable 'a' has automatic storage duration; make it static or declare it at file scope
    (void)q;
    (void)z;
}
