void f(void) {
    upc_forall (int i = 0; i < 4; i++; i)
        upc_barrier; // warning: 'upc_barrier' inside a upc_forall: collective operations there are undefined
}
