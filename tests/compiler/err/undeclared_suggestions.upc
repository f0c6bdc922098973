static int counter;
int f(void)
{
    upc_lock_t *lock; // error: unknown type name 'upc_lock_t'
    upc_bariier; // error: 'upc_bariier' undeclared
    if (MYTHREADS) return 1; // error: 'MYTHREADS' undeclared
    shared int *p = upc_alloc(8); // error: 'upc_alloc' undeclared
    return coutner; // error: 'coutner' undeclared
}
