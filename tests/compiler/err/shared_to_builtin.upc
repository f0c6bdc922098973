void f(shared int *p) {
    __builtin_memset(p, 0, 4); // error: argument of '__builtin_memset' is a pointer to shared (have 'shared int *')
    __sync_fetch_and_add(p, 1); // error: argument of '__sync_fetch_and_add' is a pointer to shared (have 'shared int *')
}
