void f(void) {
    upc_forall (int i = 0; i < 4; i++) // error: upc_forall has four clauses; the affinity is missing (write 'continue' or an empty fourth clause)
        ;
}
