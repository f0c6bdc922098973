// 6.6.2p2
int *private_pointer;
void f(void) {
    upc_forall (int i = 0; i < 4; i++; 1.5) // error: affinity expression is neither an integer nor a pointer to shared (have 'double')
        ;
    upc_forall (int i = 0; i < 4; i++; private_pointer) // error: affinity expression is neither an integer nor a pointer to shared (have 'int *')
        ;
    upc_forall (int i = 0; i < 4; i++; i)
        ;
    upc_forall (int i = 0; i < 4; i++; continue)
        ;
    upc_forall (int i = 0; i < 4; i++;)
        ;
}
